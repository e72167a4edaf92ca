# prepare.sh - what ./bench and ./check do first: install what is missing, configure, build.
#
# To be sourced by a POSIX shell, with root= set to the top folder. Everything goes to standard
# error; whatever fails ends the script with status 2. Nothing here changes the working folder.

# What is needed, and where it comes from:
#    command, or pkg-config module | Debian package | Homebrew formula (- : always there)
# A compiler that the user chose is the user's affair.
[ -n "${CC:-}" ] && cc=: || cc=cc
[ -n "${CXX:-}" ] && cxx=: || cxx=c++
needed_tools="
$cc             gcc             -
$cxx            g++             -
meson           meson           meson
ninja           ninja-build     ninja
pkg-config      pkg-config      pkgconf
gnuplot         gnuplot-nox     gnuplot
patch           patch           -
"
needed_modules="
benchmark       libbenchmark-dev    google-benchmark
libxxhash       libxxhash-dev       xxhash
jemalloc        libjemalloc-dev     jemalloc
liblz4          liblz4-dev          lz4
zlib            zlib1g-dev          zlib
libzstd         libzstd-dev         zstd
jansson         libjansson-dev      jansson
cmocka          libcmocka-dev       cmocka
"

# What a build can do without: FST's library comes with Verilator.
wanted_tools="
verilator       verilator       verilator
"

say() {
    echo "${0##*/}: $*" >&2
}

give_up() {
    say "$@"
    exit 2
}

# missing TEST TABLE: the lines of TABLE whose first word fails TEST.
missing() {
    echo "$2" | while read -r what package formula; do
        [ -z "$what" ] || $1 "$what" >/dev/null 2>&1 || echo "$what $package $formula"
    done
}

# install LINES: installs the packages of such lines.
install() {
    names=$(echo "$1" | awk '{printf "%s%s", sep, $1; sep = ", "}')
    packages=$(echo "$1" | awk '{print $2}')
    formulas=$(echo "$1" | awk '$3 != "-" {print $3}')
    if command -v apt-get >/dev/null; then
        manager=apt-get
    elif command -v brew >/dev/null; then
        manager=brew
        packages=$formulas
        [ -n "$packages" ] || give_up "the build needs $names: run xcode-select --install"
    else
        manager=
    fi
    packages=$(echo $packages) # on one line

    [ "${HANDOFF_NO_INSTALL:-}" != 1 ] ||
        give_up "the build needs $names; HANDOFF_NO_INSTALL=1, so install yourself: $packages"
    [ -n "$manager" ] ||
        give_up "the build needs $names; there is no apt-get and no brew, so install yourself: $packages"
    as_root=
    if [ $manager = apt-get ] && [ "$(id -u)" != 0 ]; then
        as_root=sudo
        command -v sudo >/dev/null ||
            give_up "the build needs $names; not root and no sudo, so install yourself: $packages"
    fi
    say "the build needs $names: installing $packages (${as_root:+$as_root }$manager)"
    if [ $manager = brew ]; then
        brew install -q $packages >"$log" 2>&1
    else
        get="$as_root env DEBIAN_FRONTEND=noninteractive apt-get"
        set -- install -y --no-install-recommends $packages
        $get "$@" >"$log" 2>&1 </dev/null ||
            { $get update && $get "$@"; } >"$log" 2>&1 </dev/null
    fi || {
        tail -n 20 "$log" >&2
        give_up "could not install $packages"
    }
}

# Commands are looked for each time, since that costs nothing; modules only when asked.
install_missing_tools() {
    lines=$(missing 'command -v' "$needed_tools")
    [ -z "$lines" ] || install "$lines"
}

install_wanted_tools() {
    lines=$(missing 'command -v' "$wanted_tools")
    [ -z "$lines" ] || [ "${HANDOFF_NO_INSTALL:-}" = 1 ] || (install "$lines") ||
        say "going on without"
}

# False if nothing was missing.
install_missing_modules() {
    lines=$(missing 'pkg-config --exists' "$needed_modules")
    [ -n "$lines" ] && install "$lines"
}

configure() {
    [ -f "$root/build/build.ninja" ] && return
    say "configuring..."
    rm -rf "$root/build/meson-private" # of a configuration that did not come to its end
    meson setup "$root/build" "$root" >"$log" 2>&1
}

# A dry run tells whether there is something to do.
build() {
    ninja -C "$root/build" -n "$1" 2>/dev/null | grep -q 'no work to do' && return
    say "building..."
    ninja -C "$root/build" "$1" >"$log" 2>&1
}

# prepare TARGET: brings build/ and the target up to date.
prepare() {
    log=$(mktemp) || exit 2
    trap 'rm -f "$log"' EXIT
    trap 'exit 130' INT TERM
    install_missing_tools
    [ -f "$root/build/build.ninja" ] || {
        install_wanted_tools
        install_missing_modules
    }
    configure && build "$1" ||
        { install_missing_modules && configure && build "$1"; } || {
        grep -v '^\[[0-9]*/[0-9]*\] \|^ninja: Entering' "$log" >&2
        give_up "the build failed"
    }
    rm -f "$log"
    trap - EXIT INT TERM
}
