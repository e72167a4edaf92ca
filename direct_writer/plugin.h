/*
 * plugin.h - a writer that is loaded at run time (ring/plugin.h), as a struct writer.
 *
 * One at a time, which is what a process needs that has one --writer. Not for several threads.
 */
#ifndef DIRECT_WRITER_PLUGIN_H
#define DIRECT_WRITER_PLUGIN_H

#include "direct_writer/writer.h"

/* Whether name is a plugin's file rather than a writer of the table: it has a '/'. */
bool plugin_is_name(const char *name);

/* Loads the file, so that plugin_find knows it by this name; it takes the place of one loaded
 * before. Returns 0, or -errno with one line in message, and the one before stays. */
int plugin_load(const char *name, char message[WRITER_MESSAGE_BYTES]);

/* The plugin that was loaded by that name, or NULL. */
const struct writer *plugin_find(const char *name);

/* Whether words are "KEY=VALUE,..." as a plugin's open takes them apart; NULL and "" are none.
 * Returns 0, or -errno with one line in message. */
int plugin_check_words(const char *words, char message[WRITER_MESSAGE_BYTES]);

#endif
