import ArgumentParser

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete an entry.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The entry's number in the list.")
    var number: Int

    @MainActor
    func run() async throws {
        let journal = try Journal(at: options.url)
        journal.delete(try journal.entry(number: number))
        try journal.save()
        print("Deleted; the journal has \(try journal.entries().count) entries")
    }
}
