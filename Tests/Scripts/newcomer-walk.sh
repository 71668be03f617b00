#!/bin/sh
# What a newcomer types, inside the system that newcomer.sh makes: this project lies in `modelgen`, an empty folder `App`
# beside it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/Tests/Scripts/page.sh"
cd "$root/../App"
log=../log

fail() {
    echo "newcomer: $1" >&2
    tail -n 40 "$log" >&2
    exit 1
}

# Usage: type_in ok|error KIND NUMBER: types what stands on the page, and says yes to whatever asks.
type_in() {
    text=$(page "$2" "${3:-1}") || fail "the page has no $2 ${3:-}"
    status=0
    yes | PATH="$HOME/.local/bin:$PATH" sh -e -c "$text" >"$log" 2>&1 || status=$?
    if [ "$1" = ok ] && [ "$status" != 0 ]; then fail "$2 ${3:-} ends with $status"; fi
    if [ "$1" = error ] && [ "$status" = 0 ]; then fail "$2 ${3:-} should fail"; fi
}

expect() {
    grep -Fq -- "$1" "$log" || fail "nothing says '$1'"
}

type_in ok libraries
type_in ok sh 1
page Package.swift >Package.swift
page Sources/App/App.swift >Sources/App/App.swift
contents=Sources/App/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents
page contents >"$contents"
type_in ok sh 2
expect '["Bruce Wayne"]'
type_in ok sh 2
expect '["Bruce Wayne", "Bruce Wayne"]'
echo 'newcomer: the page leads to a program that runs, and runs again'

type_in ok gitignore
type_in ok install
type_in error refused
expect "error: destination 'Teem'"
type_in ok mistake
type_in error sh 2
expect "error: destination 'Teem'"
type_in error sh 3
expect "error: destination 'Teem'"
type_in ok mend
type_in ok sh 2
echo 'newcomer: the installed tool refuses a mistake, one made by hand stops the build, and the model is mended'

type_in ok sh 4
expect 'Bruce Wayne'
echo 'newcomer: the tool tells what the program has saved'

(cd "$root" && make demo) >"$log" 2>&1 </dev/null || fail 'make demo'
expect 'Superman'
echo 'newcomer: make demo shows an app and its store'
