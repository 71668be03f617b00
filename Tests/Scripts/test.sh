#!/bin/sh
# Every test: style, units, goldens, the command line, and packages that use the plugins as adopters would.
set -eu
cd "$(dirname "$0")/../.."

logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

# Says what begins, and how long everything before it has taken.
started=$(date +%s)
phase() { echo "test: $(($(date +%s) - started)) s: $1"; }

phase 'building'
swift format lint --strict --recursive Package.swift Sources Plugins Tests >"$logs/style" 2>&1 &
style=$!
# Where nobody debugs what is built, debug information would take a tenth of the time. Consumers are built with the same options, so
# that they find what is built here.
MODELGEN_BUILD_OPTIONS=
[ "${CI:-false}" = false ] || MODELGEN_BUILD_OPTIONS='-debug-info-format none'
export MODELGEN_BUILD_OPTIONS
# What tests need, without what else the package has, such as the tool that command plugins start. The package manager on macOS
# does not know this product.
case $(uname -s) in
# shellcheck disable=SC2086
Linux) swift build $MODELGEN_BUILD_OPTIONS --product modelgenPackageTests ;;
*) swift build --build-tests ;;
esac
wait "$style" || {
    cat "$logs/style"
    exit 1
}
phase 'every test'
[ "$(id -u)" -eq 0 ] || echo 'test: skipped: cases with devices, full disks, and other users; run it as root'
bin=$(swift build --show-bin-path)
tests=$bin/modelgenPackageTests.xctest
# Runs tests, on Linux without the package manager, whose plan takes seconds, and is the consumers' meanwhile.
run_tests() {
    if [ -d "$tests" ]; then
        swift test --ignore-lock --skip-build "$@"
    else
        "$tests" --testing-library swift-testing "$@"
    fi
}

# Again on databases, which a context has to ask for each object, with fewer random sessions, since each makes a file.
# `make long-test` also has a store in memory that is asked, and a JSON file.
again() {
    store=$1
    shift
    # These do not depend on the store of the tests.
    set -- --skip 'ReferenceQueryTests|RuleTableTests|FirstRowsTests|ColumnEvaluationTests|SimultaneousSaveTests|AsynchronousMergeTests' --filter "$@"
    (export MODELGEN_TEST_STORE=$store && run_tests "$@")
}
again_on_server() {
    # All but random sessions, of which each would make a schema.
    if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
        MODELGEN_RANDOM_SESSIONS=5 again postgresql ObjectGraphTests --skip Random &&
            # What several contexts do to one another on one that has only what distributed engines share with it.
            again distributed 'ConflictTests|ConcurrencyTests|TwoContextTests'
    else
        echo 'test: skipped: tests and cases with PostgreSQL; install the package postgresql'
    fi
}
object_graph='^ObjectGraphTests\.'
command_line='^CommandLineTests\.'
stores='^(JSON|SQLite|PostgreSQL)StoreTests\.'
# One browser after the other, each of which mostly waits, so other tests run beside them.
pages='^StudioTests\.PageTests/'
object_graph() {
    run_tests --filter "$object_graph" || return
    MODELGEN_RANDOM_SESSIONS=60 again sqlite ObjectGraphTests || return
    again_on_server
}
pages_and_signatures() {
    run_tests --filter "$pages" || return
    if command -v python3 >/dev/null; then
        Tests/Scripts/parity.sh --check "$bin/modelgen"
    else
        echo "test: skipped: the signatures of Apple's framework; install python3"
    fi
}
command_line_and_stores() {
    run_tests --filter "$command_line" || return
    run_tests --filter "$stores"
}
others_and_packages() {
    run_tests --skip "$object_graph|$command_line|$stores|$pages" || return
    phase 'files for CI, pictures, pages, and packages that use this one'
    Tests/Scripts/ci-files.sh "$bin/modelgen" && Tests/Scripts/film.sh --check "$bin/modelgen" && Tests/Scripts/examples.sh &&
        Tests/Scripts/consumers.sh --quick
}

# Many tests of a process are the main actor's, one after the other, so processes run side by side.
parts='command_line_and_stores object_graph pages_and_signatures others_and_packages'
# Keeps the log and the status of a part, which the summary shows, and goes on with the others. A part that is killed
# leaves no status.
part() {
    part_status=0
    "$1" >"$logs/$1" 2>&1 || part_status=$?
    echo "$part_status" >"$logs/$1.status"
}
# The same, and shows the log as it grows.
shown_part() {
    {
        part_status=0
        "$1" 2>&1 || part_status=$?
        echo "$part_status" >"$logs/$1.status"
    } | tee "$logs/$1" || true
}
if [ -d "$tests" ]; then
    # Where the package manager runs tests, nothing else can use it meanwhile.
    for name in $parts; do
        shown_part "$name"
    done
else
    part object_graph &
    object_graph_run=$!
    part command_line_and_stores &
    command_line_run=$!
    part pages_and_signatures &
    pages_run=$!
    shown_part others_and_packages
    phase 'the command line and the stores, whose tests ran beside the rest'
    wait "$command_line_run" || true
    cat "$logs/command_line_and_stores" || true
    phase 'the studio'"'"'s page, and Apple'"'"'s signatures, beside the rest'
    wait "$pages_run" || true
    cat "$logs/pages_and_signatures" || true
    phase 'the object graph on all stores, beside the rest'
    wait "$object_graph_run" || true
    cat "$logs/object_graph" || true
fi
# What failed is said once more at the end, where people look, and where a log that is cut still has it.
status=0
for name in $parts; do
    log=$logs/$name
    part_status=$(cat "$log.status" 2>/dev/null) || part_status=
    case $part_status in
    0) continue ;;
    '') reason='killed' part_status=1 ;;
    *) reason="status $part_status" ;;
    esac
    status=$part_status
    phase "failed: $(echo "$name" | tr _ ' ') ($reason)"
    grep -aE '✘|error:' "$log" | tail -n 40 || true
    echo 'and its end:'
    tail -n 5 "$log" || true
done
phase 'the end'
exit "$status"
