#!/bin/sh
# Builds and runs a package that uses the build tool plugin, as an adopter's would, and edits its model.
set -eu
cd "$(dirname "$0")/../.."

# A copy, since the test edits it; as deep as the original, since it names this package by a relative path.
consumer=.build/consumers/BuildPlugin
scratch=.build/consumers/scratch
rm -rf "$consumer"
mkdir -p .build/consumers
cp -R Tests/Consumers/BuildPlugin "$consumer"
log=.build/consumers/build.log
store=.build/consumers/Shop.json
rm -f "$store" "$store.lock"
passed=0

build() { swift build --package-path "$consumer" --scratch-path "$scratch" >"$log" 2>&1; }
fail() {
    echo "consumers: $1" >&2
    tail -n 40 "$log" >&2
    exit 1
}
pass() {
    passed=$((passed + 1))
    echo "consumers: $1"
}
expect() {
    [ "$1" = "$2" ] || fail "expected '$2', got '$1'"
}

build || fail 'the package does not build'
if grep -qi 'unhandled' "$log"; then fail 'a file is reported as unhandled'; fi
if grep -q 'warning:' "$log"; then fail 'the build has warnings'; fi
pass 'a package with two models builds without a warning'

bin=$(swift build --package-path "$consumer" --scratch-path "$scratch" --show-bin-path)
expect "$("$bin/Shop" "$store")" 'saved Ada'
expect "$("$bin/Shop" "$store")" 'found Ada with an order of 12.5, paid'
expect "$("$bin/Heroes")" 'a hero of dc, stored as 1'
pass 'its programs run, and find after a restart what they have saved'

# The package manager links a tool once more in the second build, whatever the tool is; so the third one counts.
build || fail 'the package does not build again'
build || fail 'the package does not build a third time'
if grep -q 'Generating' "$log"; then fail 'an untouched model is generated again'; fi
pass 'nothing is generated again when nothing has changed'

contents="$consumer/Sources/Shop/Shop.xcdatamodeld/Shop.xcdatamodel/contents"
sed 's/draft, sent, paid/draft, sent, settled/' "$contents" >"$contents.edited"
mv "$contents.edited" "$contents"
if build; then fail 'the edited model was not compiled: Shop still knows the case paid'; fi
grep -q "has no member 'paid'" "$log" || fail 'the edit broke the build in another way'
if grep -q 'Generating Superheroes' "$log"; then fail 'the other model was generated too'; fi
pass 'editing a model rebuilds its target, and that target only'

sed 's/destinationEntity="Customer"/destinationEntity="Custommer"/' "$contents" >"$contents.edited"
mv "$contents.edited" "$contents"
if build; then fail 'a model with an error builds'; fi
grep -Eq '/Shop\.xcdatamodel/contents:[0-9]+:[0-9]+: error: .*Custommer' "$log" ||
    fail 'the error of the model is not in the log with its place'
pass 'an error in a model is in the build log with path, line and column'

echo "consumers: $passed passed, 0 failed"
