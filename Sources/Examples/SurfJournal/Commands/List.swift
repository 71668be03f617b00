import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the entries, the newest first.")

    @OptionGroup var options: StoreOptions

    @Option(help: "How many to show.")
    var limit = 10

    @MainActor
    func run() async throws {
        let journal = try Journal(at: options.url)
        let entries = try journal.entries()
        for (number, entry) in entries.prefix(max(0, limit)).enumerated() { print("\(number + 1)  \(entry.line)") }
        print("\(entries.count) entries")
    }
}
