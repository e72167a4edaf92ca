#!/bin/sh
# install.sh BUILD: installs the library into a temporary folder and uses it from there, as
# another project would: each header by itself, in C and in C++; the example, linked with
# the shared and with the static library; plugins, loaded by the bench.
set -eu

build=$1
source=$(cd "$(dirname "$0")/.." && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

DESTDIR=$temporary meson install -C "$build" --no-rebuild >"$temporary/log" || {
    cat "$temporary/log"
    exit 1
}
description=$(find "$temporary" -name handoff.pc)
prefix=$temporary$(sed -n 's/^prefix=//p' "$description")
libraries=$(dirname "$(dirname "$description")")

# The pkg-config file names the final prefix, and what it says must do after a move.
handoff() {
    PKG_CONFIG_PATH=$(dirname "$description") \
        pkg-config --define-variable=prefix="$prefix" "$@" handoff
}
compile() {
    echo "+ $*"
    "$@"
}

headers=$(cd "$prefix/include/handoff" && ls ring/*.h)
for header in $headers; do
    echo "#include <$header>" >"$temporary/header.c"
    cp "$temporary/header.c" "$temporary/header.cc"
    compile ${CC:-cc} -std=c17 -Wall -Wextra -pedantic -Werror $(handoff --cflags) \
        -fsyntax-only "$temporary/header.c"
    compile ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror $(handoff --cflags) \
        -fsyntax-only "$temporary/header.cc"
done

cat >"$temporary/expected" <<'END'
state [3:0]
0 01xz
1 1xz0
2 xz01
END
example="$source/examples/minimal.c -std=c17 -Wall -Wextra -pedantic -Werror"

compile ${CC:-cc} $example $(handoff --cflags --libs) -o "$temporary/shared"
LD_LIBRARY_PATH=$libraries DYLD_LIBRARY_PATH=$libraries "$temporary/shared" >"$temporary/out"
diff "$temporary/expected" "$temporary/out"

compile ${CC:-cc} $example $(handoff --cflags) "$libraries/libhandoff.a" -pthread \
    -o "$temporary/static"
"$temporary/static" >"$temporary/out"
diff "$temporary/expected" "$temporary/out"

# A plugin needs headers only. What it writes is the same on both paths.
compile ${CC:-cc} "$source/examples/plugin_csv.c" -std=c17 -Wall -Wextra -pedantic -Werror \
    -O2 -shared -fPIC $(handoff --cflags) -o "$temporary/plugin_csv.so"
for path in direct ring; do
    "$build/harness/handoff_bench" run --events 2K --signals 50 --path $path \
        --writer "$temporary/plugin_csv.so" --writer-opt 'separator=;' --output "$temporary/$path.csv"
done >"$temporary/log"
grep -q '^[0-9]*;[0-9]*;"' "$temporary/ring.csv"
cmp "$temporary/direct.csv" "$temporary/ring.csv"

# C++ has other names for symbols, and constants that other files do not see.
cat >"$temporary/plugin.cc" <<'END'
#include <ring/plugin.h>

const struct ho_plugin handoff_plugin = {HO_PLUGIN_ABI, "from C++", nullptr, nullptr};
END
compile ${CXX:-c++} "$temporary/plugin.cc" -std=c++17 -Wall -Wextra -Werror -shared -fPIC \
    -fvisibility=hidden $(handoff --cflags) -o "$temporary/plugin.so"
"$build/harness/handoff_bench" run --writer "$temporary/plugin.so" 2>"$temporary/log" || :
cat "$temporary/log"
grep -q 'its handoff_plugin has no open' "$temporary/log"
