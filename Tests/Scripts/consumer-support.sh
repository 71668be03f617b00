# The words that the consumers' checks are written in. Sourced by consumers.sh, with $root, $work and $scratch set.

passed=0
log=$work/build.log

# Says what failed, shows the end of the log, and ends the whole run.
fail() {
    echo "consumers: $consumer: $1" >&2
    tail -n 40 "$log" >&2
    exit 1
}

pass() {
    passed=$((passed + 1))
    echo "consumers: $consumer: $1"
}

# Builds the consumer. What the log says is for the expectations below.
build() {
    # shellcheck disable=SC2086
    swift build --package-path "$package" --scratch-path "$scratch" ${MODELGEN_BUILD_OPTIONS:-} "$@" >"$log" 2>&1
}

# Builds the consumer, and fails where that fails.
must_build() {
    build "$@" || fail 'the package does not build'
}

# Builds until the package manager has nothing left to do: it links a tool once more in the build after the first.
settle() {
    must_build
    must_build
}

must_not_build() {
    if build; then fail 'the package builds, and should not'; fi
}

# Runs a program of the consumer.
run() {
    program=$1
    shift
    "$(swift build --package-path "$package" --scratch-path "$scratch" --show-bin-path)/$program" "$@"
}

# Runs a plugin's command of the consumer. Its outcome is the caller's to judge.
plugin_command() {
    swift package --package-path "$package" --scratch-path "$scratch" "$@" >"$log" 2>&1 </dev/null
}

expect() {
    [ "$1" = "$2" ] || fail "expected '$2', got '$1'"
}

# The log has a line that matches a pattern.
expect_log() {
    grep -Eq -- "$1" "$log" || fail "the log has no line like '$1'"
}

expect_no_log() {
    if grep -Eqi -- "$1" "$log"; then fail "the log has a line like '$1'"; fi
}

# The log has no warning about the consumer, its models or its generated code.
expect_no_warnings() {
    if grep -E "^warning:|^($package|$scratch/plugins)[^ ]* warning:" "$log" | grep -q .; then
        fail 'the build has warnings'
    fi
    expect_no_log 'unhandled'
}

# The last build generated code for these targets, given as Model/Target in alphabetical order, and for no others. Where
# the package manager has linked the tool once more, as it does in every new plan, all code is generated again; then only
# the compiler can tell what has changed.
expect_generated() {
    generated=$(sed -n 's/.*Generating \(.*\)+Generated\.swift for \(.*\)$/\1\/\2/p' "$log" | LC_ALL=C sort -u |
        tr '\n' ' ' | sed 's/ $//')
    if grep -q 'Linking modelgen-build-step-tool' "$log"; then
        for expected in $*; do
            case " $generated " in
            *" $expected "*) ;;
            *) fail "expected to be generated: '$expected'; was generated: '$generated'" ;;
            esac
        done
        return
    fi
    [ "$generated" = "$*" ] || fail "expected to be generated: '$*'; was generated: '$generated'"
}

# Edits a file of the consumer in place, by a command of sed, and makes sure that it is another one then.
edit() {
    sed "$1" "$2" >"$2.edited"
    if cmp -s "$2" "$2.edited"; then fail "nothing to edit in $2 with $1"; fi
    cat "$2.edited" >"$2"
    rm "$2.edited"
}

# Adds a version to a bundle, as a copy of one that is there.
add_version() {
    cp -R "$1/$2.xcdatamodel" "$1/$3.xcdatamodel"
}

# Makes a version the current one of a bundle.
choose_version() {
    cat >"$1/.xccurrentversion" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
    <key>_XCCurrentVersionName</key>
    <string>$2.xcdatamodel</string>
</dict>
</plist>
END
}
