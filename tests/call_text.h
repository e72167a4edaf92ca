/*
 * call_text.h - the calls that a source makes as lines of text, for tests.
 */
#ifndef TESTS_CALL_TEXT_H
#define TESTS_CALL_TEXT_H

#include "synth_gen/source.h"

/*
 * One line a signal ("signal 0 logic 8"), a scope, a variable; then the time scale. Fails the
 * process when memory is out. To be freed.
 */
char *call_text_dictionary(const struct ho_dictionary *dictionary);

/* One line a call: "@10 3=0101", "@10 3=#bits of a real", "@10 3=<a string>", "@10 3!" for an
 * event, "@10 end", "@10 off", "@10 on", "cut". To be freed. */
char *call_text_calls(struct source *source);

#endif
