#!/bin/sh
# Runs what the example programs' pages show, and compares every line that they print.
#
# A page's blocks of ```console are one session: a line after "$ " is a command, what follows is what it prints, errors
# among it. Each page has a folder of its own, in which its stores lie.
#
# Usage: examples.sh [EXAMPLE ...]
set -eu
cd "$(dirname "$0")/../.."

PATH=$(swift build --show-bin-path):$PATH
export PATH
work=$PWD/.build/examples
failed=0

[ $# -gt 0 ] || set -- $(cd Sources/Examples && ls -d */ | tr -d /)
for example in "$@"; do
    page=$PWD/Sources/Examples/$example/README.md
    folder=$work/$example
    rm -rf "$folder"
    mkdir -p "$folder/session"
    awk '/^```console$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >"$folder/expected"
    # A page may have none: what needs a server is not run.
    grep '^\$ ' "$folder/expected" >"$folder/commands" || true
    (
        cd "$folder/session"
        # Nobody's own stores take part.
        export XDG_DATA_HOME="$folder/session"
        while IFS= read -r line; do
            printf '%s\n' "$line"
            sh -c "${line#??}" 2>&1 </dev/null || true
        done <"$folder/commands"
    ) >"$folder/printed"
    if diff -u --label "$page" --label 'what the program prints' "$folder/expected" "$folder/printed"; then
        echo "$example: $(wc -l <"$folder/commands" | tr -d ' ') commands as the page shows them"
    else
        failed=1
    fi
done
exit $failed
