/* comma_locale.h - a C++ locale whose numbers have a decimal comma. */
#ifndef TESTS_COMMA_LOCALE_H
#define TESTS_COMMA_LOCALE_H

#ifdef __cplusplus
extern "C" {
#endif

void comma_locale_set(void);
void comma_locale_unset(void);

#ifdef __cplusplus
}
#endif

#endif
