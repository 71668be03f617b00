#!/bin/sh
# Builds packages that use this one, as their authors would: each folder in Tests/Consumers is one, with a check.sh
# that edits it, builds it, and says what must come of that.
#
# Usage: consumers.sh [NAME ...]
# Without a name, all of them; with --quick, those that make test runs.
set -eu
cd "$(dirname "$0")/../.."

root=$PWD
work=$root/.build/consumers
# The one of this package, so that the tool and the runtime are built once for all.
scratch=$root/.build
mkdir -p "$work"

# The package manager removes checkouts that a consumer does not need, and compiles files again that are not the same ones. So
# this keeps the files themselves under another name, and gives them back to whoever builds this package next.
kept=$work/checkouts
keep_checkouts() {
    rm -rf "$kept"
    [ -d "$scratch/checkouts" ] && [ -f "$scratch/workspace-state.json" ] || return 0
    cp -Rpl "$scratch/checkouts" "$kept"
    cp -p "$scratch/workspace-state.json" "$work"
}
restore_checkouts() {
    [ -d "$kept" ] || return 0
    rm -rf "$scratch/checkouts"
    cp -Rpl "$kept" "$scratch/checkouts"
    cp -p "$work/workspace-state.json" "$scratch"
    rm -f "$scratch"/*.yaml "$scratch"/*/*/description.json
}
keep_checkouts
trap restore_checkouts EXIT

case "${1:-}" in
--quick) set -- BuildPlugin NewUser ;;
'') set -- $(ls Tests/Consumers | grep -v NewUser) NewUser ;;
esac

. Tests/Scripts/consumer-support.sh
for consumer in "$@"; do
    # A copy, since checks edit it; as deep as the original, since it names this package by a relative path.
    package=$work/$consumer
    rm -rf "$package"
    cp -R "Tests/Consumers/$consumer" "$package"
    # The plan in the scratch folder is the last consumer's, and the package manager would take it for this one's.
    rm -f "$scratch"/*.yaml "$scratch"/*/*/description.json
    . "$package/check.sh"
done

echo "consumers: $passed passed, 0 failed"
