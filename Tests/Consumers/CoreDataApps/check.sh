# The model layers of five apps, written for Apple's framework, compile and run on the module CoreData.

stores=$work/CoreDataApps-stores
rm -rf "$stores"
mkdir -p "$stores"

must_build
expect_no_warnings
pass 'sources written for Apple'"'"'s framework compile without a warning'

expect "$(run Apps "$stores")" 'heroes ["Bruce Wayne", "Spider-Man"]
added true
team ["Bruce Wayne"], universe dc
again false
left ["Bruce Wayne"]
after a restart ["Bruce Wayne"]
notes ["bread in Shopping", "milk in Shopping"]
events ["insert at 0", "update at 1", "delete at 0"]
notes left 0
refused 1570 question
questions 1, weight 0
choices left 0
books 2, first Anna Karenina'
pass 'they behave as their tutorials say, also after a restart'

expect "$(run Journal "$stores")" 'before saving 4
after saving 5
rows 1
exported Reef true,6 ft,5'
pass 'a class written by hand finds its accessors, and a child context saves one level up'

# With optimization, the compiler looks at a module as a whole or file by file, and binds members in other ways.
for mode in -whole-module-optimization -no-whole-module-optimization; do
    must_build --configuration release --product Journal -Xswiftc "$mode"
    released=$(swift build --package-path "$package" --scratch-path "$scratch" --configuration release --show-bin-path)
    rm -rf "$stores"
    mkdir -p "$stores"
    expect "$("$released/Journal" "$stores" | tail -n 1)" 'exported Reef true,6 ft,5'
    pass "a class written by hand finds its accessors in a release build with $mode"
done

# Members that generated code can't supply, which the linker would report by their symbols.
entry=$package/Sources/Journal/JournalEntry.swift
edit 's/var rating: NSNumber?/var rating: Rating/' "$entry"
must_not_build
expect_log 'JournalEntry.swift:14:20: error: .JournalEntry.rating. has the type .Rating.'
edit 's/var rating: Rating/var stars: NSNumber?/' "$entry"
must_not_build
expect_log "JournalEntry.swift:14:20: error: the model has no 'stars' in the entity of 'JournalEntry'"
edit 's/var stars: NSNumber?/var rating: NSNumber?/' "$entry"
must_build
pass 'a property without accessors is an error at its line'
