#!/bin/sh
# Every test: style, units, goldens, the command line, and a package that uses the plugin as an adopter would.
set -eu
cd "$(dirname "$0")/../.."

swift format lint --strict --recursive Package.swift Sources Plugins Tests
Tests/Scripts/consumers.sh --quick
swift test
# Again where a context has to ask for each object.
MODELGEN_TEST_STORE=asked swift test --skip-build --filter ObjectGraphTests
# Again on a database, with fewer random sessions: each makes a file.
MODELGEN_TEST_STORE=sqlite MODELGEN_MEETINGS=200 swift test --skip-build --filter ObjectGraphTests
# What several contexts do to one another, where a server can be run that has no lasting views.
if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    MODELGEN_TEST_STORE=postgresql swift test --skip-build --filter 'ConflictTests|ConcurrencyTests|TwoContextTests'
else
    echo 'test: skipped: contexts on PostgreSQL; install the package postgresql'
fi
Tests/Scripts/ci-files.sh "$(swift build --show-bin-path)/modelgen"
Tests/Scripts/examples.sh
