#!/bin/sh
# The whole path once: a model, the Swift generated from it, a program made with it, and the file that it keeps.
#
# What is shown is built apart from all other builds: each module in one go, without an index and without what debuggers
# read, and the tool only once. So it takes the processors half as long as it would otherwise.
set -eu
cd "$(dirname "$0")/../.."

demo=.build/demo
scratch=.build/demo-build
rm -rf "$demo"
mkdir -p "$demo"

swift_build() {
    swift build --scratch-path "$scratch" --disable-index-store -debug-info-format none \
        -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -disable-batch-mode "$@"
}

# Builds a product. The compiler remarks of every module that it is not built file by file.
build() {
    { swift_build --product "$1" 2>&1 || touch "$demo/failed"; } | grep -v '^remark: Incremental compilation' || true
    [ ! -e "$demo/failed" ]
}

# The build of the app runs the tool that is shown, from an artifact bundle, instead of building one of its own. Without
# a bundle from the start, the package manager would build the whole tool a second time, for the plugins.
printf '#!/bin/sh\necho none\n' >"$demo/modelgen"
chmod +x "$demo/modelgen"
export MODELGEN_TOOL="$PWD/$demo/modelgen.artifactbundle"
Tests/Scripts/artifact-bundle.sh "$demo/modelgen" "$MODELGEN_TOOL"
build modelgen
bin=$(swift_build --show-bin-path)
Tests/Scripts/artifact-bundle.sh "$bin/modelgen" "$MODELGEN_TOOL"
build superheroes

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
