/*
 * plot_data.h - the data that the figures are drawn from, by kind of results file.
 */
#ifndef HARNESS_PLOT_DATA_H
#define HARNESS_PLOT_DATA_H

#include "harness/plot.h"

#include <stddef.h>
#include <stdio.h>

#define PLOT_NOTE_BYTES 512

struct plot_drawing {
    char figures[256];          /* the names of those that have data, a blank before each */
    char note[PLOT_NOTE_BYTES]; /* the small print, two lines: what was run, and where */
};

/* Read the file, write folder's FIGURE.dat of each figure, and fill drawing. Return 0, -ENODATA if
 * the file is of another kind, or another -errno, with one line in message. */
int plot_compare(const char *results_json, const char *folder, struct plot_drawing *drawing,
                 char message[PLOT_MESSAGE_BYTES]);
int plot_queues(const char *results_json, const char *folder, struct plot_drawing *drawing,
                char message[PLOT_MESSAGE_BYTES]);
int plot_sweep(const char *results_json, const char *folder, struct plot_drawing *drawing,
               char message[PLOT_MESSAGE_BYTES]);

/* Writes the data of one figure of subject and returns how many rows there are. */
typedef size_t plot_writer(FILE *file, const void *subject, size_t figure);

/* The writer of a comparison's single calls; there is one figure of them. */
plot_writer plot_latency;

/* Makes folder/name.dat with it; a figure with rows is added to the drawing. */
int plot_write(const char *folder, const char *name, plot_writer *write, const void *subject,
               size_t figure, struct plot_drawing *drawing, char message[PLOT_MESSAGE_BYTES]);

#endif
