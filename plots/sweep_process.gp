# What the process spends on an event, and how much memory it takes, over a parameter.
load scripts."/sweep.gp"
set multiplot title "What the process spends on an event, and how much memory it takes" font ",14"
eval(set_upper)
set ylabel "CPU, ns an event"
plot for [path = 1:paths] data index path + 1 using 1:3:4:5 with yerrorlines linewidth 1.5 \
    pointtype 7 linecolor rgb colour(path) title word(names, path)
eval(set_lower)
set ylabel "peak memory, MiB"
plot for [path = 1:paths] data index path + 1 using \
    1:($6 / 2**20):($7 / 2**20):($8 / 2**20) with yerrorlines linewidth 1.5 \
    pointtype 7 linecolor rgb colour(path) notitle
unset multiplot
unset xlabel
