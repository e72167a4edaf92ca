/*
 * nearest.h - the word that was probably meant.
 */
#ifndef HARNESS_NEAREST_H
#define HARNESS_NEAREST_H

/* The one of words (ended by NULL) that takes the fewest edits to get from wrong, or NULL if
 * none is near. */
const char *nearest_word(const char *wrong, const char *const *words);

#endif
