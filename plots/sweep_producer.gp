# What the hot thread spends on an event, and how long it waits, over a parameter.
load scripts."/sweep.gp"
set multiplot title "What the hot thread spends on an event, and how long it waits" font ",14"
eval(set_upper)
set ylabel "net CPU, ns an event"
plot for [path = 1:paths] data index path + 1 using 1:3:4:5 with yerrorlines linewidth 1.5 \
    pointtype 7 linecolor rgb colour(path) title word(names, path)
eval(set_lower)
set ylabel "waits, ms in all"
plot for [path = 1:paths] data index path + 1 using \
    1:($6 + (word(names, path) eq "direct" ? NaN : 0)):7:8 with yerrorlines linewidth 1.5 \
    pointtype 7 linecolor rgb colour(path) notitle
unset multiplot
unset xlabel
