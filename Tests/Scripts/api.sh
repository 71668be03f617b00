#!/bin/sh
# Lists changes of the libraries' public interface since the last release that break programs: of the modules of every library
# product, and of those that they export again, such as StoreProtocol, which `swift package diagnose-api-breaking-changes` does not
# compare.
#
# What is compared with is made from the tag, in a clone, by the compiler of today. Stored in the repository, it would take 2 MB for
# a large module, and another compiler would describe the same interface in other words.
#
# Usage: api.sh [COMMIT]
# Without a commit, the tag of the last release; where there is none yet, only api-test.sh says that this script works.
# A break that is meant is a line of Tests/Scripts/api-breakage.txt, in the words that this script prints.
set -eu
cd "$(dirname "$0")/../.."

release=${1:-$(git describe --tags --abbrev=0 --match '[0-9]*.[0-9]*.[0-9]*' 2>/dev/null || true)}
if [ -z "$release" ]; then
    echo 'api: skipped: the comparison with the last release; there is no tag, such as 1.0.0'
    exit 0
fi
if ! command -v jq >/dev/null; then
    echo 'api: install jq' >&2
    exit 1
fi
work=$PWD/.build/api
digester=$(dirname "$(xcrun --find swift 2>/dev/null || readlink -f "$(command -v swift)")")/swift-api-digester
target=$(swift -print-target-info | jq -r .target.triple)
sdk=$(xcrun --show-sdk-path 2>/dev/null || echo /)

# Usage: modules PACKAGE: the modules to compare. The description of the package is in description.json.
modules() {
    found=$(jq -r '.products[] | select(.type.library) | .targets[]' "$work/description.json" | sort -u)
    while :; do
        before=$found
        for module in $before; do
            path=$(jq -r --arg name "$module" '.targets[] | select(.name == $name) | .path' "$work/description.json")
            again=$(find "$1/$path" -name '*.swift' -exec sed -n 's/^@_exported public import \([A-Za-z]*\)$/\1/p' {} +)
            for name in $again; do
                if jq -e --arg name "$name" '.targets | any(.name == $name)' "$work/description.json" >/dev/null; then
                    found=$(printf '%s\n%s\n' "$found" "$name" | sort -u)
                fi
            done
        done
        [ "$found" != "$before" ] || break
    done
    echo "$found"
}

# Usage: describe PACKAGE FOLDER: builds the modules of a package, and describes the interface of each in a file.
describe() {
    package=$1
    folder=$2
    mkdir -p "$folder"
    swift package --package-path "$package" describe --type json >"$work/description.json"
    bin=$(swift build --package-path "$package" --show-bin-path)
    found=$(modules "$package")
    if [ -z "$found" ]; then
        echo "api: there is no library in $package" >&2
        exit 1
    fi
    for module in $found; do
        swift build --package-path "$package" --target "$module" >"$work/log" 2>&1 || {
            cat "$work/log" >&2
            exit 1
        }
        # The build has made some of these module maps.
        set --
        for map in $(find "$package/Sources/System" "$package/.build/checkouts/Yams" "$bin/CTemplates.build" -name module.modulemap \
            2>/dev/null); do
            set -- "$@" -Xcc "-fmodule-map-file=$map"
        done
        for flag in $(pkg-config --cflags-only-I libxml-2.0 libpq 2>/dev/null); do set -- "$@" -Xcc "$flag"; done
        "$digester" -dump-sdk -module "$module" -o "$folder/$module.json" -sdk "$sdk" -target "$target" -I "$bin/Modules" "$@" \
            >"$work/log" 2>&1 || true
        # The tool ends without an error if it cannot load the module.
        if grep -q 'Failed to load module' "$work/log" || ! [ -s "$folder/$module.json" ]; then
            cat "$work/log" >&2
            exit 1
        fi
    done
}

commit=$(git rev-parse --verify --quiet "$release^{commit}") || {
    echo "api: there is no commit $release" >&2
    exit 1
}
baseline=$work/$commit
rm -rf "$work/now" "$work/clone"
mkdir -p "$work"
# That of a release does not change, unless the compiler does.
swift --version >"$work/compiler" 2>/dev/null
if ! cmp -s "$work/compiler" "$baseline/compiler"; then
    rm -rf "$baseline"
    git clone -q --no-checkout . "$work/clone"
    git -C "$work/clone" checkout -q --detach "$commit"
    describe "$work/clone" "$baseline"
    cp "$work/compiler" "$baseline/compiler"
    rm -rf "$work/clone"
fi
describe "$PWD" "$work/now"

broken=0
for before in "$baseline"/*.json; do
    module=$(basename "$before" .json)
    : >"$work/breaks"
    if [ -f "$work/now/$module.json" ]; then
        # A heading for each kind of change is printed even where there is none.
        "$digester" -diagnose-sdk --input-paths "$before" --input-paths "$work/now/$module.json" -compiler-style-diags \
            -breakage-allowlist-path Tests/Scripts/api-breakage.txt >"$work/log" 2>&1
        grep -v -e '^/\*.*\*/$' -e '^$' "$work/log" >"$work/breaks" || true
    elif ! grep -Fqx "API breakage: module $module has been removed" Tests/Scripts/api-breakage.txt; then
        echo "API breakage: module $module has been removed" >"$work/breaks"
    fi
    broken=$((broken + $(wc -l <"$work/breaks")))
    sed "s/^/$module: /" "$work/breaks"
done
echo "api: $broken changes since $release break programs, in $(ls "$work/now" | wc -l | tr -d ' ') modules"
[ "$broken" -eq 0 ]
