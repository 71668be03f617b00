# A store of a program's own, which does what any store must.

swift test --package-path "$package" --scratch-path "$scratch" >"$log" 2>&1 || fail 'the store does not do what any must'
expect_no_warnings
expect_log 'The store passes every conformance rule'
pass 'a store that is written with what is public does what any store must'
