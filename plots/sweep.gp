# What the curves of a sweep share: two panels, one above the other, over one parameter.
#
# FIGURE.dat holds the title of the x axis, its labels (x, label), and then a data set for each
# path (x, path, two values, each with least and most): index 2 is the first path's.

set autoscale xy # a range would leave values out of the statistics
paths = 0; names = ""; last = ""; labels = ""; marks = ""; axis = ""
stats data index 0 using (axis = strcol(1), 0) nooutput
stats data index 1 using (labels = labels.sprintf(", '%s' %s", strcol(2), strcol(1)), \
    marks = marks.sprintf(", '' %s", strcol(1)), $1) name "axis" nooutput
stats data index 2:99 using (strcol(2) eq last ? 0 : (paths = paths + 1, last = strcol(2), \
    names = names.last." "), 0) nooutput

padding = axis_max > axis_min ? 0.03 * (axis_max - axis_min) : 1
set xrange [axis_min - padding:axis_max + padding]
set yrange [*<0:*]
set autoscale yfixmin
set offsets 0, 0, graph 0.08, 0
set xtics out nomirror scale 0.5
set ytics font ",10"
set ylabel font ",10"
set grid xtics ytics back linecolor rgb 0xDDDDDD linetype 1
set key at screen 0.97, 0.905 right horizontal Right noreverse samplen 2 width 0 font ",10"
set xzeroaxis linetype 1 linecolor rgb 0x999999
set pointsize 0.9
set lmargin screen 0.11
set rmargin screen 0.97

# Before the upper panel is plotted, and before the lower one.
set_upper = "unset title; set tmargin screen 0.87; set bmargin screen 0.56; unset xlabel; \
    set xtics (".marks[3:*].")"
set_lower = "set tmargin screen 0.50; set bmargin screen 0.21; set xlabel axis noenhanced; \
    set xtics (".labels[3:*].")"
colour(path) = path_colour(word(names, path))
