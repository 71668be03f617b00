# A store of a program's own, which does what any store must.

swift test --package-path "$package" --scratch-path "$scratch" >"$log" 2>&1 || fail 'the store does not do what any must'
expect_no_warnings
expect_log 'The store passes every conformance rule'
pass 'a store that is written with what is public does what any store must'

# Its own program has all commands of modelgen store for it.
program=$scratch/debug/dictionary-store
model=Models/Superheroes.xcdatamodeld
work_of_program=$(mktemp -d)
printf 'name,universe\nBatman,dc\nHulk,marvel\n' >"$work_of_program/heroes.csv"
"$program" import "$work_of_program/Heroes.json" "$work_of_program/heroes.csv" --entity Superhero --model "$model" \
    >"$log" 2>&1 || fail 'the program does not import into a JSON store'
"$program" convert "$work_of_program/Heroes.json" dictionary:heroes --model "$model" >"$log" 2>&1 ||
    fail 'the program does not copy objects to the store'
expect_log 'objects copied and compared: 2'
if "$program" check dictionary:none --model "$model" >"$log" 2>&1; then fail 'the program finds a store that is not there'; fi
expect_log "'none' does not exist"
if "$program" schema "$model" --dialect dictionary >"$log" 2>&1; then fail 'the store has no schema'; fi
expect_log 'Dictionary stores have no schema'
"$program" help >"$log" 2>&1 || fail 'the program has no help'
expect_log 'dictionary-store'
expect_log 'PostgreSQL, and Dictionary stores'
rm -rf "$work_of_program"
pass 'a program of another package has the commands of modelgen store for its own store'
