#!/bin/sh
# bench.sh PROGRAM PLUGIN...: the program from outside. What it says, with which exit status: 0 all the
# same, 1 outputs differ, 2 wrong use or a failed run, with one line that says what and where.
set -u

case $1 in
/*) bench=$1 ;;
*) bench=$PWD/$1 ;;
esac
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$@" "$folder"
cd "$folder" || exit 1
failed=0

# expect STATUS TEXT WORDS...: runs the program; one line of what it says has TEXT.
expect() {
    status=$1
    text=$2
    shift 2
    "$bench" "$@" >out 2>err </dev/null
    got=$?
    if [ $got != "$status" ]; then
        echo "bench $*: exit status $got, not $status"
    elif [ "$status" = 2 ] && [ "$(wc -l <err)" -gt 1 ]; then
        echo "bench $*: more than one line of error"
    elif ! cat out err | grep -qF -- "$text"; then
        echo "bench $*: nobody says: $text"
    else
        return
    fi
    cat out err
    failed=$((failed + 1))
}

small='--events 2K --signals 50'

# Wrong use.
expect 2 'no such sub-command; did you mean compare?' comapre
expect 2 'did you mean --events?' --evnts 9M
expect 2 'not a count' --events 9Q
expect 2 'needs a value' --events
expect 2 'did you mean ring?' --paths direct,rnig
expect 2 'no such writer; there are: column null' --writer colum
expect 2 'no such writer; there are: column null' verify --writer colum
expect 2 'none of uniform, rtl' --profile unifrm
expect 2 '--work-ns x: not' --work-ns 1,x
expect 2 'multiple of 8' $small --chunk-bytes 65 --out odd
expect 2 '--cpus 9999' run $small --cpus 9999
expect 2 'nosuch.vcd: No such file' --source nosuch.vcd
expect 2 'neither "synth" nor a file' --source nosuch.txt
expect 2 'nowhere/x/results' $small --out nowhere/x/results
expect 2 'nosuch.json' plot nosuch.json
expect 2 'nosuch.json' diff nosuch.json nosuch.json
expect 2 'nosuch.hcol' dump nosuch.hcol
expect 2 'FILE: missing' dump
expect 2 'direct-parallel: the column writer has no thread' $small --paths direct,direct-parallel
expect 2 'direct-parallel: the column writer has no thread' run $small --path direct-parallel
expect 2 'OUT: missing' convert synth
expect 2 'no writer makes such a file; there are: .hcol' convert synth trace.txt
expect 2 'did you mean --seed?' convert synth trace.vcd --sed 1
expect 2 'nowhere/trace.vcd' convert synth nowhere/trace.vcd
expect 2 'did you mean spmc?' queues --queues spcm
expect 2 '--over: missing' sweep --values 2,4
expect 2 'did you mean chunks?' sweep --over chunk
expect 2 '--chunks x: not a count' sweep --over chunks --values 2,x
expect 2 'needs --over2' sweep --over chunks --values2 2,4
expect 2 'about a ring that waits' advise --on-full drop-oldest
expect 2 'must be flat|full|low-rate|round-trip' queues --scenarios flood
expect 0 'usage: bench' --help
for command in compare run sweep advise verify queues plot diff convert dump info; do
    expect 0 "usage: bench $command" $command --help
done

# A malformed source is told once, with its line.
printf '$timescale 1 ns $end\n$var wire 1 ! a $end\n$enddefinitions $end\n#5\n1!\n#4\n' >back.vcd
expect 2 'back.vcd:6:' --source back.vcd

# A whole comparison; nothing is left of the writers' files, unless they are to be kept.
expect 0 'in every run' $small --runs 2 --work-ns 0,10 --out whole
[ -f whole/results.json ] && [ -f whole/producer_cpu.svg ] && [ ! -f whole/*.hcol ] || {
    echo "whole: not what a comparison leaves"
    failed=$((failed + 1))
}
grep -q 'ratio to floor' out && grep -q 'nobody reads' out && grep -q 'rocessor.*counters\|Counted' out || {
    echo "whole: no floor, or not a word about the processor's counters"
    cat out
    failed=$((failed + 1))
}
expect 0 'in every run' $small --runs 1 --work-ns 0 --paths direct,ring --keep --out kept
expect 0 '$enddefinitions $end' dump kept/ring-0-0.hcol
"$bench" dump kept/ring-0-0.hcol >back-again.vcd
# A trace is read once for all runs; what is kept of it for them is gone then.
mkdir passing
export TMPDIR=passing
expect 0 'XXH3-128' --source back-again.vcd --runs 1 --work-ns 0 --out again
! grep -q 'warning' err || {
    echo "compare of a trace: warns"
    failed=$((failed + 1))
}
# Also if the end comes early.
"$bench" compare --source back-again.vcd --runs 100 --work-ns 0 --out ended >out 2>err </dev/null &
until ls passing/*.tape >seen 2>&1 || ! kill -0 $! 2>err; do :; done
kill -TERM $!
wait $!
[ $? = 143 ] || {
    echo "compare: does not end on SIGTERM"
    failed=$((failed + 1))
}
rmdir passing || failed=$((failed + 1))
expect 0 'passing/handoff-' --source back-again.vcd --runs 1 --work-ns 0 --out again-read
unset TMPDIR
expect 0 'kept/results.json' diff whole/results.json kept/results.json
expect 0 'drawn' plot kept/results.json

# Writers whose files are read back as traces.
expect 0 'in every run, and they decode to the source' $small --writer vcd --runs 1 --work-ns 0 --out vcd
expect 0 '20 cases passed' verify --writer vcd --cases 20
grep -q 'all decode to the source' out || {
    echo "verify: nothing said of what the files hold"
    failed=$((failed + 1))
}
expect 0 'leaves no file to compare' verify --writer null --cases 3
"$bench" run $small --writer fst >out 2>&1 && {
    expect 0 'they decode to the source' $small --writer fst --runs 1 --work-ns 0 --out fst
    tr '\n' ' ' <out | grep -q ' direct-parallel .*(direct-parallel) takes, beside direct' || {
        echo "fst: its library's own thread is not compared"
        cat out
        failed=$((failed + 1))
    }
    expect 0 'all decode to the source' verify --writer fst --cases 3
    expect 0 'decoded_xxh3' run $small --writer fst --path direct-parallel
}

# One format into another. What was there is replaced by a whole file only, and nothing is left
# beside it.
expect 0 'trace.hcol: 2000 changes at' convert synth trace.hcol $small --cut-every 300
expect 0 'trace.vcd: 2000 changes at' convert trace.hcol trace.vcd --date 'the first day'
grep -qF '$date the first day $end' trace.vcd || {
    echo "convert: not the date that was given"
    failed=$((failed + 1))
}
expect 2 './trace.vcd and trace.vcd are the same file' convert ./trace.vcd trace.vcd
ln -s trace.vcd link.vcd
expect 2 'link.vcd and trace.vcd are the same file' convert link.vcd trace.vcd
cp trace.vcd before.vcd
head -c 20000 trace.vcd >cut.vcd
expect 2 'cut.vcd:' convert cut.vcd trace.vcd
echo '$var' >no.vcd
expect 2 'no.vcd:' convert no.vcd new.vcd
(
    trap '' XFSZ
    ulimit -f 8 # of 512 bytes
    expect 2 'trace.vcd: File too large' convert trace.hcol trace.vcd
    exit $failed
)
failed=$?
cmp trace.vcd before.vcd && [ ! -e new.vcd ] && ! ls ./*.part 2>/dev/null || {
    echo "convert: half a file, or what is left of one"
    failed=$((failed + 1))
}

# A sweep over one parameter, and over two; its figures are there to be drawn again.
expect 0 'at each point the same bytes' sweep $small --runs 2 --over signals --values 10,1K --out line
expect 0 'at each point the same bytes' sweep $small --runs 1 --over chunks --values 2,4 \
    --over2 chunk-bytes --values2 1K,4K --paths direct,ring --out grid
expect 0 'drawn' plot grid/results.json
[ -s line/sweep_producer.svg ] && [ -s line/sweep_process.png ] && [ -s grid/sweep_waits.svg ] &&
    [ ! -f line/output.hcol ] || {
    echo "sweep: not what a sweep leaves"
    failed=$((failed + 1))
}
expect 2 'multiple of 8' sweep $small --over chunk-bytes --values 65 --out odd
expect 0 'What to set' advise $small --work-ns 0

# An interrupted comparison keeps what it measured, and says so.
"$bench" $small --runs 1000 --work-ns 0 --out stopped >out 2>err </dev/null &
while kill -0 $! && [ ! -f stopped/results.json ]; do sleep 0.1; done
kill -INT $!
wait $!
got=$?
[ $got = 130 ] && grep -q interrupted err && grep -q 'CPU ns an event' out || {
    echo "interrupted: exit status $got"
    cat out err
    failed=$((failed + 1))
}

# A trace without a change has no cost an event, and is no failure.
printf '$timescale 1 ns $end\n$var wire 1 ! a $end\n$enddefinitions $end\n' >empty.vcd
expect 0 'XXH3-128' --source empty.vcd --runs 1 --out empty

# What a trace is like; of the generator too, and as options that the generator takes.
expect 0 'changes     2000' info $small
grep -q '^variables   95$' out && grep -q '^signals     50$' out && grep -q '^times       [0-9]*$' out || {
    echo "info: not the lines that scripts read"
    cat out
    failed=$((failed + 1))
}
printf '$timescale 10 ps $end\n$var wire 1 ! a $end\n$var wire 1 ! b $end\n$enddefinitions $end
#1\nx!\n#2\n$dumpoff\nx!\n$end\n#7\n$dumpon\n1!\n$end\n#9\n' >pause.vcd
expect 0 'times       4' info pause.vcd
grep -q '^aliases     1$' out && grep -q '^pauses      1$' out && grep -q '^last_time   9$' out &&
    grep -q '^timescale   10 ps$' out && grep -q 'x, z or the like: 66.67 %' out || {
    echo "info: not what the trace has"
    cat out
    failed=$((failed + 1))
}
expect 2 'back.vcd:6:' info back.vcd
expect 2 'unexpected argument' info pause.vcd pause.vcd
printf '$timescale 1 ns $end\n$enddefinitions $end\n' >nothing.vcd
expect 2 'nothing to imitate' info nothing.vcd --as-profile
expect 0 '--profile rtl --signals 500 --events 20000' info --profile rtl --events 20K --signals 500 --as-profile
grep -q 'signals that never change' err && [ "$(wc -l <out)" = 1 ] || {
    echo "info: not one line of options"
    failed=$((failed + 1))
}
expect 0 'in every run' $(cat out) --runs 1 --work-ns 0 --paths direct,ring --out imitated
grep -q -e '--rtl-widths=' imitated/results.json || {
    echo "info: the options did not get through"
    failed=$((failed + 1))
}
expect 2 'rtl widths: must be nine numbers' run $small --profile rtl --rtl-widths 1,2
expect 2 'must be ascending|blocks' run $small --profile rtl --rtl-order falling
expect 2 'rtl, event and netlist' run $small --rtl-still 5

# A full disk is a failed run.
[ ! -c /dev/full ] || expect 2 'No space left' run $small --output /dev/full

# One run's lines.
expect 0 'producer_cpu_ns_per_event' run $small --path ring
[ "$(sed -n 's/^source_xxh3 //p' out)" = "$(sed -n 's/^decoded_xxh3 //p' out)" ] || {
    echo "run: decoded to something else, and exit status 0"
    failed=$((failed + 1))
}
# The floor fills memory and writes nothing.
expect 0 'producer_cpu_ns_per_event' run $small --path floor --cut-every 300 --spill-every 700 --output none
! grep -q xxh3 out && [ ! -e none ] || {
    echo "run: the floor wrote something"
    failed=$((failed + 1))
}
expect 2 'a pool of 16 chunks of 65 bytes: chunks must be a multiple of 8' run $small --path floor \
    --chunk-bytes 65

# Each call timed: all of them are in the results file, with what each path took.
expect 0 'One call, ns (one in 1 was timed' $small --latency --latency-every 1 --runs 1 \
    --paths direct,ring --work-ns 0,10 --out timed
sed -n 's/.*"latency_from_.*": *\([^,]*\).*/\1/p' timed/results.json >calls
awk '{ calls += $1 } END { exit calls != 2 * 2 * 2000 }' calls && [ -s timed/latency.svg ] || {
    echo "timed: not all of the calls, or no figure"
    failed=$((failed + 1))
}
# Queues side by side; the figures are there to be drawn again.
expect 0 'left out: index-queue (no pop with a timeout)' queues --runs 1 \
    --scenarios full,low-rate,round-trip --queues spmc,index-queue --out queues
expect 0 'to this' queues --runs 1 --scenarios flat --queues chunk-ring --out flat
expect 0 'drawn' plot queues/results.json
[ -s queues/queues_full.svg ] && [ -s queues/queues_round_trip.png ] || {
    echo "queues: not what the queue benchmark leaves"
    failed=$((failed + 1))
}
expect 0 '25 cases passed' verify --cases 25

# A ring that drops events, behind it a writer that is often too slow.
lossy='--on-full drop-oldest --chunks 2 --chunk-bytes 1K --stall-every 50 --stall-us 1K'
expect 2 'must be wait|drop-oldest' run $small --on-full drop
expect 0 'events lost so far' run $small --path ring $lossy
[ "$(sed -n 's/^gaps //p' out)" -gt 0 ] &&
    [ "$(sed -n 's/^source_xxh3 //p' out)" = "$(sed -n 's/^decoded_xxh3 //p' out)" ] || {
    echo "run: nothing lost, or decoded to something else"
    cat out
    failed=$((failed + 1))
}
expect 0 'without gaps, and they decode' $small $lossy --runs 1 --work-ns 0 --out lossy
grep -q 'Lost by the full ring' out && grep -q 'ring lost' out && grep -q 'accounted for' out || {
    echo "lossy: what was lost is not told"
    cat out
    failed=$((failed + 1))
}
expect 0 'the other files were not read back' $small $lossy --writer vcd --runs 1 --work-ns 0 --out lossy-vcd
expect 0 'without gaps, and they decode' $small $lossy --writer vcd --runs 1 --work-ns 0 --out lossy-vcd
# A file with gaps can be looked at, and is no source for a ring.
expect 0 'gaps' run $small --path ring $lossy --output gaps.hcol
expect 0 'gaps.vcd: ' convert gaps.hcol gaps.vcd
grep -q 'events are missing, times' gaps.vcd || {
    echo "convert: no word of a gap"
    failed=$((failed + 1))
}
expect 2 'gaps.hcol: events are missing in it' run --source gaps.hcol
expect 0 'in every run' $small --on-full drop-oldest --pause-every 500 --runs 1 --work-ns 0 --out roomy
expect 0 '50 cases passed' verify --on-full drop-oldest --cases 50
# Writers that are brought along, by their paths as seen from here.
csv='--writer ./plugin_csv.so'
obedient='--writer ./obedient.so'
expect 2 '--writer ./nosuch.so: No such file' $small --writer ./nosuch.so
echo text >plain
expect 2 '--writer ./plain: ' $small --writer ./plain
expect 2 '--writer ./no_symbol.so: no symbol handoff_plugin' verify --writer ./no_symbol.so
expect 2 '--writer ./other_abi.so: was built for plugin ABI 2, this program has 1' $small --writer ./other_abi.so
expect 2 'plugins: ./FILE.so' $small --writer plugin_csv.so
expect 2 '--writer-opt a=1: writer column takes none' $small --writer-opt a=1
expect 2 '--writer-opt a=1: writer column takes none' verify --writer-opt a=1
expect 2 '"b" is not KEY=VALUE' run $small $csv --path none --writer-opt separator=x,b
expect 2 'csv has separator=C' $small $csv --writer-opt b=1 --out refused
expect 2 'refused/direct-0-0: no room' $small $obedient --writer-opt error=-28,message='no room' --paths direct --out refused
for path in direct ring ring-deferred; do
    expect 2 'Input/output error' $small $obedient --writer-opt fail-at=700 --paths $path \
        --work-ns 0 --out broken
done
expect 0 'Output: the same bytes in every run.' $small $csv --runs 2 --work-ns 0 --out csv --keep
grep -q '"writer": "./plugin_csv.so"' csv/results.json && [ "$(wc -l <csv/ring-0-0.csv)" -ge 2000 ] || {
    echo "csv: no file of the plugin's, or not told whose"
    failed=$((failed + 1))
}
expect 0 'Output: the same bytes in every run.' $small $csv --writer-opt 'separator=;' --runs 1 --work-ns 0 \
    --out semicolon --keep
tr ',' ';' <csv/ring-0-0.csv | cmp - semicolon/direct-0-0.csv >out 2>&1 && grep -q 'separator=;' semicolon/results.json || {
    echo "semicolon: another file, or not told with which option"
    cat out
    failed=$((failed + 1))
}
# Its files are compared as bytes, and nobody reads them; without files nothing is said of them.
expect 0 'output_xxh3' run $small $csv
! grep -q decoded_xxh3 out || {
    echo "run: decoded by whom?"
    failed=$((failed + 1))
}
expect 0 '10 cases passed' verify $csv --cases 10
! grep -q decode out || {
    echo "verify: decoded by whom?"
    failed=$((failed + 1))
}
for command in compare 'sweep --over signals --values 10,20'; do
    expect 0 'results and plots' $command $small $obedient --runs 1 --work-ns 0 --out nofile
    ! grep -q 'same bytes in' out || {
        echo "$command: the same bytes, of no file"
        failed=$((failed + 1))
    }
done
# A format that the bench knows is read back.
expect 1 'does not decode to the source' $small --writer ./false_vcd.so --runs 1 --work-ns 0 --out false
# What repeats a failed case can be pasted.
expect 1 "--writer './obedient.so' --writer-opt 'fail-at=2'" verify $obedient --writer-opt fail-at=2 --cases 3
eval "set -- $(sed -n 's/^.\/bench //p' out)"
expect 1 'failed: ' "$@"

expect 0 'put_record/8' micro --benchmark_filter=put_record/8 --benchmark_min_time=0.01
expect 2 'nosuch' micro --benchmark_filter=nosuch

echo "$failed failed"
[ $failed = 0 ]
