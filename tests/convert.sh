#!/bin/sh
# convert.sh PROGRAM DATA: every trace in DATA through the other formats and back is the same
# stream; one that is refused leaves nothing behind. With HANDOFF_TRACES real traces, too.
set -u

case $1 in
/*) bench=$1 ;;
*) bench=$PWD/$1 ;;
esac
data=$(cd "$2" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
same=0
refused=0

complain() {
    echo "$1"
    cat err
    failed=$((failed + 1))
}

# hash WRITER FILE: of the stream that FILE holds, and that a file of the writer must decode to:
# of all that was said with the column writer, of the plain trace with the vcd writer.
hash() {
    "$bench" run --source "$2" --writer "$1" 2>err | sed -n 's/^source_xxh3 //p'
}

# through TRACE WRITER FILE...: each file is made of the one before, the first of the trace; then
# all hold the same stream.
through() {
    trace=$1
    writer=$2
    from=$1
    wanted=$(hash "$writer" "$trace")
    shift 2
    for to; do
        "$bench" convert "$from" "$to" >out 2>err || complain "$trace: $from to $to: refused"
        [ -n "$wanted" ] && [ "$(hash "$writer" "$to")" = "$wanted" ] ||
            complain "$trace: $to holds another stream than $from"
        from=$to
    done
    same=$((same + 1))
}

"$bench" convert synth probe.fst --events 10 --signals 2 >/dev/null 2>&1 && fst=yes || fst=no

# Nothing is left of a trace that is refused. What names the reason is one line, behind warnings.
for trace in "$data"/*.vcd; do
    rm -f ./*.hcol ./*.vcd ./*.fst
    if "$bench" convert "$trace" a.hcol >out 2>err; then
        case $trace in
        */strings_and_reals.vcd) # what it calls a real and gives a string is then called one
            through "$trace" vcd a.hcol b.vcd c.hcol ;;
        *) through "$trace" column a.hcol b.vcd c.hcol ;;
        esac
        [ $fst = no ] || through "$trace" vcd a.fst b.hcol c.vcd
    else
        [ $? = 2 ] && [ -z "$(ls | grep -v '^out$\|^err$')" ] && [ "$(grep -vc warning err)" = 1 ] ||
            complain "$trace: not how a trace is refused"
        refused=$((refused + 1))
    fi
done

for trace in "${HANDOFF_TRACES:-/nowhere}"/sigrok/*.vcd "${HANDOFF_TRACES:-/nowhere}"/verilator/*.vcd; do
    rm -f ./*.hcol ./*.vcd ./*.fst
    [ ! -f "$trace" ] || through "$trace" column a.hcol b.vcd c.hcol
done

# All kinds of values.
"$bench" convert synth all.hcol --profile event --events 3K --signals 300 --spill-every 500 \
    --spill-bytes 3K >out 2>err || complain 'synth: refused'
through all.hcol vcd b.vcd c.hcol
[ $fst = no ] || through all.hcol vcd d.fst e.hcol

echo "$same went through, $refused were refused, $failed failed; FST: $fst"
[ $failed = 0 ] && [ $same -ge 15 ] && [ $refused -ge 8 ]
