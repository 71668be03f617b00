#!/bin/sh
# Compares this project with Apple's Core Data, on a Mac: runs the tests of the module CoreData with Apple's framework, has the framework
# open and change stores and load models that this project has written, and compiles generated classes for SwiftData.
#
# Usage: parity.sh
#        parity.sh --check MODELGEN
#
# With --check, on any other system: compiles the sources of the package Tests/Parity with Apple's signatures as Tests/Support/StandIns
# has them, and makes and checks everything that needs no framework. It runs nothing of Apple's.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
package=$root/Tests/Parity
generated=$package/Generated

fail() {
    echo "parity: $1" >&2
    exit 1
}

# The models that are compiled, and those whose classes are generated for SwiftData.
models() {
    ls -d Models/*.xcdatamodeld Models/Constructs/*.xcdatamodeld
}
compiled_models() {
    # The model Fetching has predicates whose form in compiled models isn't known, which is an error.
    models | grep -v '/Fetching\.xcdatamodeld$'
    ls -d Tests/Parity/Models/*.xcdatamodeld Tests/Support/CoreDataHandwritten/*.xcdatamodeld
    # Of several versions.
    echo Tests/Goldens/Cases/SwiftDataVersions/Shop.xcdatamodeld
    echo Tests/Consumers/Versions/Sources/Notes/Model/Notes.xcdatamodeld
}
# The models whose classes the tests use, as the configuration next to their own sources names them.
sample_models() {
    sed -n 's|^  - ../../../\(.*\.xcdatamodeld\)$|\1|p' Tests/Support/CoreDataSampleModels/modelgen.yml
}

# Writes the classes of the tests into the folders of two targets.
generate_classes() {
    rm -rf "$1/CoreDataSampleModels/Generated" "$1/CoreDataHandwritten/Generated"
    for model in $(sample_models); do
        "$modelgen" generate "$model" --style coredata --layout model --output "$1/CoreDataSampleModels/Generated" \
            --no-manifest --no-cache --quiet
    done
    "$modelgen" generate Tests/Support/CoreDataHandwritten/Handwritten.xcdatamodeld --style coredata --classes xcode \
        --layout model --output "$1/CoreDataHandwritten/Generated" --no-manifest --no-cache --quiet
}

# Compiles the models into a folder, and writes their hashes.
compile_models() {
    mkdir -p "$1/Models" "$1/Hashes"
    compiled_models | while read -r model; do
        name=$(basename "$model" .xcdatamodeld)
        "$modelgen" compile "$model" --output "$1/Models" --module Parity --quiet
        "$modelgen" version hashes "$model" --all-versions --format json --output "$1/Hashes/$name.json" --quiet
    done
}

# Writes the store with values of every type into a folder.
write_archive() {
    mkdir -p "$1"
    python3 "$package/Stores/archive.py" >"$1/archive.jsonl"
    "$modelgen" store import "$1/Archive.sqlite" "$1/archive.jsonl" --model "$package/Models/Archive.xcdatamodeld" --quiet
    "$modelgen" store check "$1/Archive.sqlite" --quiet
}

# Writes the classes for SwiftData into a folder for each model.
generate_swiftdata() {
    models | while read -r model; do
        name=$(basename "$model" .xcdatamodeld)
        "$modelgen" generate "$model" --style swiftdata --layout model --output "$1/$name" --no-manifest --no-cache --quiet
    done
}

# The types that an app writes by hand for a model.
types_for_swiftdata() {
    case $1 in
    AllTypes) echo Tests/Support/SampleModels/Tint.swift ;;
    Enums) echo Tests/Support/SampleModels/TrackTypes.swift ;;
    Values) echo Tests/Parity/SwiftData/Paint.swift ;;
    esac
}

check() {
    work=$root/.build/parity-check
    rm -rf "$work"
    mkdir -p "$work/modules" "$work/sources" "$work/tests"
    generate_classes "$work/sources"
    # Objective-C's names need its runtime, and so does #selector. Foundation has two classes without initializers.
    staged() {
        sed -e 's/@objc([^)]*) *//g' \
            -e 's/\([^A-Za-z.]\)\(NSExpression\|NSComparisonPredicate\)\([^A-Za-z]\)/\1CoreData.\2\3/g' "$1" >"$2/$(basename "$1")"
    }
    compiler=$(readlink -f "$(command -v swiftc)")
    flags="-parse-as-library -swift-version 5 -enable-upcoming-feature BareSlashRegexLiterals -I $work/modules"
    flags="$flags -plugin-path $(dirname "$compiler")/../lib/swift/host/plugins/testing"
    # What the tests import: the module's name, and its sources.
    emit() {
        name=$1
        shift
        mkdir -p "$work/staged/$name"
        for source in "$@"; do staged "$source" "$work/staged/$name"; done
        # shellcheck disable=SC2086 # The flags are words.
        swiftc -emit-module -module-name "$name" -emit-module-path "$work/modules/$name.swiftmodule" $flags \
            "$work/staged/$name"/*.swift
    }
    swiftc -emit-module -module-name CoreData -emit-module-path "$work/modules/CoreData.swiftmodule" -parse-as-library \
        -swift-version 6 -enable-upcoming-feature InternalImportsByDefault Tests/Support/StandIns/CoreData/*.swift \
        Tests/Support/StandIns/AppleFoundation/*.swift
    emit CoreDataSampleModels Tests/Support/CoreDataSampleModels/*.swift "$work"/sources/CoreDataSampleModels/Generated/*.swift
    emit CoreDataHandwritten Tests/Support/CoreDataHandwritten/*.swift "$work"/sources/CoreDataHandwritten/Generated/*.swift
    # shellcheck disable=SC2046 # The names of files have no spaces.
    emit TestSupport $(sed -n 's/^let files: Set = \[\(.*\)\]$/\1/p' "$package/Package.swift" | tr -d '",' |
        tr ' ' '\n' | sed 's|^|Tests/Support/TestSupport/|')
    emit ParityModels "$package"/Sources/ParityModels/*.swift
    type_check() {
        name=$1
        shift
        mkdir -p "$work/staged/$name"
        for source in "$@"; do staged "$source" "$work/staged/$name"; done
        # shellcheck disable=SC2086 # The flags are words.
        swiftc -typecheck -whole-module-optimization -suppress-warnings -module-name "$name" $flags "$work/staged/$name"/*.swift ||
            fail "$name does not compile with Apple's signatures"
        echo "parity: $name: $(ls "$work/staged/$name" | wc -l | tr -d ' ') files compile with Apple's signatures"
    }
    # shellcheck disable=SC2046 # The names of files have no spaces.
    type_check CoreDataTests "$package"/Tests/CoreDataTests/*.swift $(
        for file in Tests/CoreDataTests/*.swift; do
            grep -q "^file $(basename "$file"): " "$package/Deviations.txt" || echo "$file"
        done
    )
    type_check ModelParityTests "$package"/Tests/ModelParityTests/*.swift
    type_check StoreParityTests "$package"/Tests/StoreParityTests/*.swift

    compile_models "$work"
    count=$(compiled_models | wc -l)
    [ "$(ls -d "$work"/Models/*.momd | wc -l)" -eq "$count" ] || fail 'two models have one name'
    [ "$(ls "$work"/Hashes/*.json | wc -l)" -eq "$count" ] || fail 'a model has no hashes'
    write_archive "$work/Stores"
    generate_swiftdata "$work/SwiftData"
    echo 'parity: models, stores, and classes for SwiftData can be made; what Apple'"'"'s framework says of them needs a Mac'
}

case ${1:-} in
--check)
    [ $# -eq 2 ] || fail 'usage: parity.sh --check MODELGEN'
    if [ "$(uname -s)" = Darwin ]; then
        echo 'parity: nothing to check: `make parity` compiles the sources with the framework itself'
        exit 0
    fi
    modelgen=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
    check
    exit 0
    ;;
'') ;;
*) fail 'usage: parity.sh [--check MODELGEN]' ;;
esac

if [ "$(uname -s)" != Darwin ]; then
    echo "parity: Apple's Core Data is part of macOS: run this on a Mac with Xcode 26 or later" >&2
    echo 'parity: what can be checked here: Tests/Scripts/parity.sh --check .build/debug/modelgen' >&2
    exit 2
fi

status=0
# Names a part, and goes on after it, whatever its result is.
part() {
    echo "parity: == $1"
}
failed() {
    echo "parity: FAILED: $1"
    status=1
}

part 'versions'
sw_vers
xcrun swift --version
xcodebuild -version

part 'building modelgen'
Tests/Scripts/install-dependencies.sh
swift build --product modelgen
swift build --product modelgen-store
swift build --product store-writer
bin=$(swift build --show-bin-path)
modelgen=$bin/modelgen

part 'generating classes, compiling models, and writing stores'
rm -rf "$generated"
mkdir -p "$generated/AppleModels"
generate_classes "$package/Sources"
compile_models "$generated"
sdk=$(xcrun --sdk macosx --show-sdk-path)
for model in $(compiled_models); do
    name=$(basename "$model" .xcdatamodeld)
    xcrun momc --sdkroot "$sdk" --macosx-deployment-target 15.0 --module Parity "$root/$model" \
        "$generated/AppleModels/$name.momd" || failed "Apple's momc does not compile $model"
done
write_archive "$generated/Stores"
"$bin/store-writer" "$generated/Stores/Heroes.sqlite" Robin 2 history

part 'building the tests with the framework'
options="--package-path $package --scratch-path $root/.build/parity"
# shellcheck disable=SC2086 # The options are words.
if ! swift build --build-tests $options; then
    failed 'the tests of the module CoreData do not compile with the framework'
    export PARITY_PARTS=files
    swift build --build-tests $options
fi
# shellcheck disable=SC2086
run_tests() {
    swift test --skip-build --disable-xctest $options "$@"
}

part 'models that modelgen compile has written'
run_tests --filter '^ModelParityTests\.' || failed 'compiled models'

part 'stores that this project has written'
run_tests --filter '^StoreParityTests\.(ArchiveTests|FirstHistoryTests)/' || failed 'stores that this project has written'

part 'the same stores, opened again by this project'
"$modelgen" store check "$generated/Stores/Archive.sqlite" || failed 'Archive.sqlite has problems'
"$modelgen" store check "$generated/Stores/Heroes.sqlite" || failed 'Heroes.sqlite has problems'
"$modelgen" store export "$generated/Stores/Archive.sqlite" --format jsonl --output "$generated/exported.jsonl" --quiet ||
    failed 'Archive.sqlite cannot be exported'
python3 "$package/Stores/rows.py" <"$generated/exported.jsonl" >"$generated/changed.jsonl"
diff "$package/Stores/changed.jsonl" "$generated/changed.jsonl" ||
    failed 'Archive.sqlite does not contain what Core Data has saved'
"$bin/store-writer" "$generated/Stores/Heroes.sqlite" Kate 1 history >"$generated/history" ||
    failed 'Heroes.sqlite cannot be written again'
printf '%s\n' 0 'Robin: insert, insert' 'Robin: insert, insert' 'Apple: update' 'Apple: delete' 'Kate: insert, insert' |
    diff - "$generated/history" || failed 'the history does not contain what Core Data has recorded'
run_tests --filter '^StoreParityTests\.SecondHistoryTests/' || failed 'the history of both'
"$modelgen" store check "$generated/Stores/Heroes.sqlite" || failed 'Heroes.sqlite has problems after its second opening'

part 'classes for SwiftData'
generate_swiftdata "$generated/SwiftData"
for folder in "$generated"/SwiftData/*; do
    name=$(basename "$folder")
    # shellcheck disable=SC2046 # The names of files have no spaces.
    xcrun --sdk macosx swiftc -typecheck -parse-as-library -swift-version 6 -target "$(uname -m)-apple-macosx15.0" \
        "$folder"/*.swift $(types_for_swiftdata "$name") || failed "the classes of $name for SwiftData"
done

part 'the tests of the module CoreData'
# shellcheck disable=SC2086
[ -n "${PARITY_PARTS:-}" ] || python3 Tests/Scripts/parity-results.py "$package/Deviations.txt" "$generated/results.txt" $options ||
    failed 'the tests of the module CoreData; Tests/Parity/Generated/results.txt has the result of each test'

[ "$status" -eq 0 ] && echo 'parity: this project and Core Data agree, but for the listed deviations'
exit "$status"
