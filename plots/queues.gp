# What the figures of the queue benchmark share: a panel for each case, a row for each queue.
#
# FIGURE.dat holds the panels (number, title), the rows (number, name), and then a data set for
# each panel (row, name, values): index 2 is the first panel's.

set autoscale xy # a range would leave values out of the statistics
panels = 0; titles = ""; rows = 0; names = ""
stats data index 0 using (panels = panels + 1, titles = titles."'".strcol(2)."' ", 0) nooutput
stats data index 1 using (rows = rows + 1, names = names."'".strcol(2)."' ", 0) nooutput

# A title of two parts stands in two lines.
lines(title) = (comma = strstrt(title, ", "), \
    comma ? title[1:comma]."\n".title[comma + 2:*] : title)

# The first queue is on top. The names stand left of the first panel in a line.
set_rows = "set yrange [rows - 0.4:-0.6]; set ytics scale 0 ('' 0); \
    if (named) { do for [row = 1:rows] { set ytics add (word(names, row) row - 1) } }"

set xlabel "" font ",9" offset 0, 0.9
set border 1
set offsets 0, 0, 0, 0
set ytics font ",8" offset 0.5, 0
set xtics scale 0.5 out nomirror font ",9" offset 0, 0.4
set grid noytics xtics back linecolor rgb 0xDDDDDD linetype 1
set key off
set title font ",9" offset 0, -0.7
set tmargin 3
set bmargin 3
set pointsize 1.1

# Nanoseconds on a logarithmic axis.
set_times = "set logscale x; set xtics ('1 ns' 1, '' 10, '100 ns' 100, '' 1e3, '10 us' 1e4, \
    '' 1e5, '1 ms' 1e6, '' 1e7, '100 ms' 1e8)"

# The panels are too narrow for a key: labels with a mark stand above them, drawn with the first
# panel only.
unset_marks = "do for [mark = 11:15] { unset label mark }"
eval(unset_marks)
# Ranges: of the producer, of the consumers, of both or neither.
set style arrow 2 nohead linewidth 1.5 linecolor rgb blue
set style arrow 3 nohead linewidth 1.5 linecolor rgb orange
set style arrow 4 nohead linewidth 1.5 linecolor rgb black
set style arrow 5 nohead linewidth 1.5 linecolor rgb red
