/*
 * plot.h - the figures of a results file, drawn by gnuplot.
 */
#ifndef HARNESS_PLOT_H
#define HARNESS_PLOT_H

#define PLOT_MESSAGE_BYTES 512

/*
 * Writes a FIGURE.dat (tab-separated, a heading in its first line), FIGURE.svg and FIGURE.png
 * for each figure into the folder of the results file. scripts is the folder with draw.gp
 * ("plots"). Figures of which the file has no values are left out.
 *
 * Returns 0, or -errno with one line in message: what results_read says, a file that cannot
 * be written, no gnuplot (-ENOENT), or gnuplot's own complaint (-EIO).
 */
int plot_draw(const char *results_json, const char *scripts, char message[PLOT_MESSAGE_BYTES]);

#endif
