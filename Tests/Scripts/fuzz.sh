#!/bin/sh
# Runs the tool on hostile models ten times as large as in the tests, and fuzzes reading and writing of models, compiled
# models, and mapping models with libFuzzer and the address sanitizer.
#
#   Tests/Scripts/fuzz.sh [seconds]    60 by default; the same as make fuzz SECONDS=60
#
# Inputs that make it fail are left in .build/fuzzing as crash-*, timeout-* or oom-*. The corpus stays there as well, so
# that the next run goes on from it.
set -eu
cd "$(dirname "$0")/../.."
MODELGEN_LONG_TESTS=1 swift test --filter HostileModelTests
folder="$PWD/.build/fuzzing"
mkdir -p "$folder/corpus" "$folder/seeds"

flags="-O -g -sanitize=fuzzer,address -swift-version 6 -package-name modelgen -parse-as-library -I $folder -I Sources/System/CLibXML2 -I Sources/System/CZLib"
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do
    flags="$flags -enable-upcoming-feature $feature"
done
for flag in $(pkg-config --cflags libxml-2.0); do flags="$flags -Xcc $flag"; done

objects=""
for module in ModelSchema StructuredText FileAccess ModelDiagnostics ModelExpressions MappingModels XCDataModel \
    CompiledModels CompiledModelWriting; do
    # shellcheck disable=SC2046,SC2086 # neither flags nor our file names hold spaces
    swiftc $flags -wmo -module-name "$module" -emit-module -emit-module-path "$folder/$module.swiftmodule" \
        -emit-object -o "$folder/$module.o" $(find Sources/*/"$module" -name '*.swift')
    objects="$objects $folder/$module.o"
done
# shellcheck disable=SC2046,SC2086
swiftc $flags -module-name Fuzzing -o "$folder/fuzz-models" Tests/Fuzzing/FuzzModels.swift $objects \
    $(pkg-config --libs libxml-2.0) -lz
# shellcheck disable=SC2046,SC2086
swiftc $flags -module-name FuzzingCompiled -o "$folder/fuzz-compiled-models" Tests/Fuzzing/FuzzCompiledModels.swift \
    $objects $(pkg-config --libs libxml-2.0) -lz

# Every name of the format, and the XML around them, as words to build inputs from.
sed -n 's/^    case //p' Sources/Compiler/XCDataModel/Format/FormatName.swift | tr -d ' ' | tr ',' '\n' |
    sed 's/.*/"&"/' >"$folder/words"
printf '%s\n' '"<entity name=\x22"' '"/>"' '"=\x22YES\x22"' '"<!--"' '"-->"' '"<![CDATA["' '"]]>"' '"&#10;"' '"&amp;"' \
    '"<!DOCTYPE"' '"<!ENTITY"' '"xmlns:"' '"</"' '"<?x "' >>"$folder/words"

cp Tests/Fuzzing/Seeds/* "$folder/seeds"
# Compiled models of the samples and the fixtures, and public ones if they are present.
mkdir -p "$folder/compiled-corpus" "$folder/compiled-seeds"
[ -d ../shared/compiled ] || echo 'fuzz: skipped: public compiled models; the folder ../shared/compiled is missing'
number=0
for model in Models/*.xcdatamodeld; do
    number=$((number + 1))
    swift run --skip-build modelgen compile "$model" --output "$folder/compiled" 2>/dev/null || true
done
find "$folder/compiled" Tests/Fixtures/CompiledModels ../shared/compiled \
    -name '*.mom' -o -name '*.cdm' -o -name '*xcmapping.xml' -o -name 'VersionInfo.plist' 2>/dev/null |
    while read -r path; do
        number=$((number + 1))
        cp "$path" "$folder/compiled-seeds/$number"
    done
number=0
if [ -d Models ]; then
    find Models -name contents | while read -r path; do
        number=$((number + 1))
        cp "$path" "$folder/seeds/model-$number"
    done
fi

cd "$folder"
# libFuzzer reports crashes itself; Swift's own report would wait for a debugger's answers.
export SWIFT_BACKTRACE=enable=no
# A half of the time for each.
half=$(((${1:-60} + 1) / 2))
./fuzz-compiled-models -max_total_time="$half" -max_len=40000 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    compiled-corpus compiled-seeds
exec ./fuzz-models -max_total_time="$half" -max_len=20000 -timeout=10 -rss_limit_mb=2048 -dict=words \
    -print_final_stats=1 corpus seeds
