#!/bin/sh
# headers.sh COMPILER...: each header compiles by itself.
cd "$(dirname "$0")/.." || exit 1
failed=0
for header in ring/*.h direct_writer/*.h synth_gen/*.h results/*.h harness/*.h tests/*.h; do
    "$@" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-function -Werror -I. -fsyntax-only \
        -x c "$header" || failed=$((failed + 1))
done
echo "$failed failed"
[ $failed = 0 ]
