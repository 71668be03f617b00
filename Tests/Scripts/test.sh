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
MODELGEN_TEST_STORE=sqlite MODELGEN_MEETINGS=300 swift test --skip-build --filter ObjectGraphTests
Tests/Scripts/ci-files.sh "$(swift build --show-bin-path)/modelgen"
Tests/Scripts/examples.sh
