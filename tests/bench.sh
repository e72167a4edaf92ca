#!/bin/sh
# bench.sh PROGRAM: the program from outside. What it says, with which exit status: 0 all the
# same, 1 outputs differ, 2 wrong use or a failed run, with one line that says what and where.
set -u

case $1 in
/*) bench=$1 ;;
*) bench=$PWD/$1 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
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
expect 2 'did you mean spmc?' queues --queues spcm
expect 2 '--over: missing' sweep --values 2,4
expect 2 'did you mean chunks?' sweep --over chunk
expect 2 '--chunks x: not a count' sweep --over chunks --values 2,x
expect 2 'needs --over2' sweep --over chunks --values2 2,4
expect 2 'about a ring that waits' advise --on-full drop-oldest
expect 2 'must be flat|full|low-rate|round-trip' queues --scenarios flood
expect 0 'usage: bench' --help
for command in compare run sweep advise verify queues plot diff dump; do
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
expect 0 'XXH3-128' --source back-again.vcd --runs 1 --work-ns 0 --out again
expect 0 'kept/results.json' diff whole/results.json kept/results.json
expect 0 'drawn' plot kept/results.json

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
expect 0 'in every run' $small --on-full drop-oldest --pause-every 500 --runs 1 --work-ns 0 --out roomy
expect 0 '50 cases passed' verify --on-full drop-oldest --cases 50
expect 0 'put_record/8' micro --benchmark_filter=put_record/8 --benchmark_min_time=0.01
expect 2 'nosuch' micro --benchmark_filter=nosuch

echo "$failed failed"
[ $failed = 0 ]
