#!/bin/sh
# traces.sh PROGRAM FOLDER [WRITER...]: the real traces that FOLDER/MANIFEST.tsv names. Of each the
# counts of info are the manifest's, and all paths of each writer make the same file, which decodes
# to the trace; of each that is broken there is one line and exit status 2.
set -u

case $1 in
/*) bench=$1 ;;
*) bench=$PWD/$1 ;;
esac
traces=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
valid=0
refused=0

complain() {
    echo "$1"
    cat out err
    failed=$((failed + 1))
}

counts() {
    "$bench" info "$1" 2>err |
        awk 'NF == 2 && $1 ~ "^(variables|signals|changes|times)$" {printf "%s ", $2}'
}

check_valid() {
    file=$1
    counted=$(counts "$traces/$file")
    [ "$counted" = "$2 " ] || complain "$file: variables, signals, changes, times are $counted, not $2"
    shift 2
    for writer; do
        "$bench" compare --source "$traces/$file" --writer "$writer" --runs 1 --work-ns 0 \
            --paths direct,ring,ring-deferred --out results >out 2>err ||
            complain "$file, $writer: compare fails"
        grep -q 'and they decode to the source' out || complain "$file, $writer: nothing is said of the output"
        rm -rf results
    done
    valid=$((valid + 1))
}

check_broken() {
    for command in "info" "compare --runs 1 --out results --source"; do
        timeout 20 "$bench" $command "$traces/$1" >out 2>err
        status=$?
        [ $status = 2 ] || complain "$1: $command ends with $status, not 2"
        [ "$(grep -vc warning: err)" = 1 ] || complain "$1: $command does not say why in one line"
    done
    refused=$((refused + 1))
}

# Columns 9 to 12 are variables, ids, changes and time steps.
awk -F '\t' 'NR > 1 {print $1, $9, $10, $11, $12}' "$traces/MANIFEST.tsv" >list
while read -r file wanted; do
    case $file in
    edge/e01_*|edge/e06_*|edge/e08_*|edge/e29_*|edge/e30_*|edge/e36_*) check_broken "$file" ;;
    *) check_valid "$file" "$wanted" "$@" ;;
    esac
done <list

echo "$valid traces agree, $refused are refused, $failed complaints"
[ "$failed" = 0 ] && [ "$valid" != 0 ] && [ "$refused" != 0 ]
