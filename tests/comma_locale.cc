/*
 * comma_locale.cc - makes the program's C++ locale one that writes 1.5 as 1,5, whichever
 * locales the machine has.
 */
#include "tests/comma_locale.h"

#include <locale>

namespace
{

class Comma : public std::numpunct<char>
{
    char do_decimal_point() const override
    {
        return ',';
    }
};

} // namespace

void comma_locale_set()
{
    std::locale::global(std::locale(std::locale::classic(), new Comma));
}

void comma_locale_unset()
{
    std::locale::global(std::locale::classic());
}
