import ArgumentParser

struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Change an entry.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var values: EntryOptions

    @Argument(help: "The entry's number in the list.")
    var number: Int

    @MainActor
    func run() async throws {
        let journal = try Journal(at: options.url)
        let entry = try journal.entry(number: number)
        let editor = EntryEditor(editing: entry, of: journal)
        values.fill(editor.entry)
        print("On the sheet:   \(editor.entry.line)")
        print("In the journal: \(entry.line)")
        if values.cancel {
            print("Cancelled")
        } else {
            try editor.save()
            print("Saved:          \(entry.line)")
        }
    }
}
