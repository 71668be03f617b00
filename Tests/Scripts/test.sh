#!/bin/sh
# Every test: style, units, goldens, the command line, and a package that uses the plugin as an adopter would.
set -eu
cd "$(dirname "$0")/../.."

swift format lint --strict --recursive Package.swift Sources Plugins Tests
Tests/Scripts/consumers.sh --quick
swift test

# Again on other stores: one that a context has to ask for each object, and a database, with fewer random sessions, since each
# makes a file. Most of that is the main actor's work, so the two run side by side.
again() {
    store=$1
    shift
    # Reference queries run on all stores whatever the store of the tests is.
    MODELGEN_TEST_STORE=$store swift test --ignore-lock --skip-build --skip 'ReferenceQueryTests|RuleTableTests' --filter "$@"
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
MODELGEN_MEETINGS=300 again asked ObjectGraphTests >"$log" 2>&1 &
asked=$!
sqlite=0
MODELGEN_MEETINGS=120 again sqlite ObjectGraphTests || sqlite=$?
status=0
wait "$asked" || status=$?
cat "$log"
[ "$status" -eq 0 ] && [ "$sqlite" -eq 0 ]
# And on a server, where one can be run: all but random sessions, of which each would make a schema.
if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    MODELGEN_MEETINGS=5 again postgresql ObjectGraphTests --skip Random
    # What several contexts do to one another on one that has only what distributed engines share with it.
    again distributed 'ConflictTests|ConcurrencyTests|TwoContextTests'
else
    echo 'test: skipped: the object graph on PostgreSQL; install the package postgresql'
fi
Tests/Scripts/ci-files.sh "$(swift build --show-bin-path)/modelgen"
Tests/Scripts/film.sh --check "$(swift build --show-bin-path)/modelgen"
Tests/Scripts/examples.sh
