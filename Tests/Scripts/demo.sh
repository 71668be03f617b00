#!/bin/sh
# The whole path once: a model, the Swift generated from it, a program made with it, and the file that it keeps.
set -eu
cd "$(dirname "$0")/../.."

# What is shown, and nothing else of the package.
for product in modelgen superheroes; do swift build --product "$product"; done
bin=$(swift build --show-bin-path)
demo=.build/demo
rm -rf "$demo"
mkdir -p "$demo"

if [ -t 1 ]; then
    say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
else
    say() { printf '\n%s\n' "$1"; }
fi
show() {
    printf '$'
    printf ' %s' "$@"
    printf '\n'
}
run() {
    show "$@"
    program=$1
    shift
    "$bin/$program" "$@"
}

say 'Generate Swift from the model'
run modelgen generate Models/Superheroes.xcdatamodeld --output "$demo/Generated" --verbose
grep -n 'public var' "$demo/Generated/Superhero+Generated.swift"

say 'Run the app that was built from it: the first run creates nine heroes, the second finds them'
run superheroes list --store "$demo/Superheroes.json"
run superheroes list --store "$demo/Superheroes.json"
run superheroes join Superman --store "$demo/Superheroes.json"
run superheroes party --store "$demo/Superheroes.json"

say 'Look at the store'
show head "$demo/Superheroes.json"
head "$demo/Superheroes.json"
