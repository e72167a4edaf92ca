# How long a single call takes, from the usual to the rare: a panel for each situation, a curve
# for each path. The scale across gives each further nine of a percentile the same width.
#
# latency.dat holds the panels (number, title), the curves (panel, path, p99.9), and then a data
# set for each curve (one call in so many, ns): index 2 is the first curve's.
set autoscale xy # a range would leave values out of the statistics
panels = 0; titles = ""; curves = 0; paths = ""; where = ""
stats data index 0 using (panels = panels + 1, titles = titles."'".strcol(2)."' ", 0) nooutput
stats data index 1 using (curves = curves + 1, where = where." ".strcol(1), \
    paths = paths." ".strcol(2), 0) nooutput
stats data index 2:curves + 1 using 1 name "rarity" nooutput
stats data index 2:curves + 1 using 2 name "ns" nooutput

# The curves of a panel; thick are those that are compared.
in_panel(panel) = (chosen = "", \
    sum [curve = 1:curves] (chosen = chosen.(word(where, curve) == panel ? " ".curve : ""), 0), \
    chosen)
compared(path) = path eq "direct" || path eq "ring"
width(path) = compared(path) ? 2.5 : 1.2

# 90 ns, 1.2 us, 12 us.
duration(ns) = ns < 995 ? sprintf("%.0f ns", ns) : ns < 9950 ? sprintf("%.1f us", ns / 1e3) : \
    ns < 995e3 ? sprintf("%.0f us", ns / 1e3) : ns < 9.95e6 ? sprintf("%.1f ms", ns / 1e6) : \
    sprintf("%.0f ms", ns / 1e6)

set border 3
set style textbox opaque noborder margins 0.3, 0.1
set logscale xy
set xrange [1:rarity_max * 1.5]
set yrange [10 ** floor(log10(ns_min)):ns_max * 2]
set offsets 0, 0, 0, 0
set xtics scale 0.5 out nomirror font ",9" ("" 1, "p50" 2, "p90" 10, "p99" 100, "p99.9" 1e3, \
    "p99.99" 1e4, "p99.999" 1e5, "" 1e6)
set ytics nomirror out font ",9" ("1 ns" 1, "10 ns" 10, "100 ns" 100, "1 us" 1e3, "10 us" 1e4, \
    "100 us" 1e5, "1 ms" 1e6, "10 ms" 1e7, "100 ms" 1e8, "1 s" 1e9)
set grid xtics ytics back linecolor rgb 0xDDDDDD linetype 1
set key at graph 0.02, 1.0 left top vertical Left reverse samplen 1.5 font ",10"
set multiplot layout 1, panels \
    title "How long a single call takes, all rounds together" font ",14" \
    margins screen 0.12, 0.985, 0.2, 0.81 spacing screen 0.035, 0.1
do for [panel = 0:panels - 1] {
    set title word(titles, panel + 1) font ",11" offset 0, -0.5
    set ylabel (panel == 0 ? "wall time of one call" : "") offset 2.5, 0
    if (panel > 0) {
        set ytics ("" 1, "" 10, "" 100, "" 1e3, "" 1e4, "" 1e5, "" 1e6, "" 1e7, "" 1e8, "" 1e9)
        unset key
    }
    shown_curves = in_panel(panel)
    plot for [curve in shown_curves] data index int(curve) + 1 using 1:2 with lines \
             linewidth width(word(paths, int(curve))) \
             linecolor rgb path_colour(word(paths, int(curve))) title word(paths, int(curve)), \
         data index 1 using (1e3):($1 == panel && strcol(2) eq "direct" ? $3 : NaN): \
             (duration($3)) with labels point pointtype 7 offset -1, 0.8 right notitle, \
         data index 1 using (1e3):($1 == panel && strcol(2) eq "ring" ? $3 : NaN): \
             (duration($3)) with labels point pointtype 7 offset 1, -1 left boxed notitle
}
unset multiplot
