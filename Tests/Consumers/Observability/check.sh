# Metrics and traces, with a trait of the package that is off by default.

# No other consumer enables the trait, so what it compiles stays apart.
swift test --package-path "$package" --scratch-path "$work/observability" >"$log" 2>&1 ||
    fail 'what is reported is not as the page says'
# Packages that this one depends on have warnings of their own.
expect_no_log 'Observability(Tests)?/[^ ]*: warning:'
expect_log 'Test run with .* passed'
pass 'a program receives metrics and spans of fetches, saves, faults, waits, and retries'

# Without the trait, the libraries are not even fetched.
plain=$work/ObservabilityOff
rm -rf "$plain"
cp -R Tests/Consumers/OwnStore "$plain"
resolve() {
    rm -rf "$plain/.build" "$plain/Package.resolved"
    swift package --package-path "$plain" --scratch-path "$plain/.build" resolve >"$log" 2>&1 || fail 'no versions fit'
}
resolve
expect_no_log 'swift-metrics|swift-distributed-tracing'
expect "$(ls "$plain/.build/checkouts" | grep -E 'metrics|tracing')" ''
edit 's|path: "../../.."|path: "../../..", traits: ["Observability"]|' "$plain/Package.swift"
resolve
expect "$(ls "$plain/.build/checkouts" | grep -E 'metrics|tracing' | tr '\n' ' ')" 'swift-distributed-tracing swift-metrics '
rm -rf "$plain"
pass 'the libraries are fetched with the trait only'
