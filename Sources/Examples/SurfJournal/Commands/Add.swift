import ArgumentParser

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var values: EntryOptions

    @MainActor
    func run() async throws {
        let journal = try Journal(at: options.url)
        let editor = EntryEditor(addingTo: journal)
        values.fill(editor.entry)
        print("On the sheet: \(editor.entry.line)")
        if values.cancel {
            // The journal's context never had the entry, so its next save does not store it either.
            try journal.save()
            print("Cancelled; the journal has \(try journal.entries().count) entries")
        } else {
            try editor.save()
            print("Added; the journal has \(try journal.entries().count) entries")
        }
    }
}
