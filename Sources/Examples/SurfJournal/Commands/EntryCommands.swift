import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the entries, the newest first.")

    @OptionGroup var options: StoreOptions
    @Option(help: "The number of entries to show.") var limit = 10

    @MainActor func run() async throws {
        let journal = try Journal(at: options.url)
        let entries = try journal.entries()
        for (number, entry) in entries.prefix(max(0, limit)).enumerated() { print("\(number + 1)  \(entry.line)") }
        print("entries: \(entries.count)")
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var values: EntryOptions

    @MainActor func run() async throws {
        let journal = try Journal(at: options.url)
        let editor = EntryEditor(addingTo: journal)
        values.fill(editor.entry)
        print("On the sheet: \(editor.entry.line)")
        if values.cancel {
            // The journal's context never had the entry, so its next save does not store it either.
            try journal.save()
            print("Canceled; entries in the journal: \(try journal.entries().count)")
        } else {
            try editor.save()
            print("Added; entries in the journal: \(try journal.entries().count)")
        }
    }
}

struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change an entry.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var values: EntryOptions
    @Argument(help: "The entry's number in the list.") var number: Int

    @MainActor func run() async throws {
        let journal = try Journal(at: options.url)
        let entry = try journal.entry(number: number)
        let editor = EntryEditor(editing: entry, of: journal)
        values.fill(editor.entry)
        print("On the sheet:   \(editor.entry.line)")
        print("In the journal: \(entry.line)")
        if values.cancel {
            print("Canceled")
        } else {
            try editor.save()
            print("Saved:          \(entry.line)")
        }
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete an entry.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The entry's number in the list.") var number: Int

    @MainActor func run() async throws {
        let journal = try Journal(at: options.url)
        journal.delete(try journal.entry(number: number))
        try journal.save()
        print("Deleted; entries in the journal: \(try journal.entries().count)")
    }
}
