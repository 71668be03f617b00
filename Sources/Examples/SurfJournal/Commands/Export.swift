import ArgumentParser
import Foundation

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write all entries to a file for spreadsheets.",
        discussion: "The export reads the store in the background, so the journal stays usable.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The file to write.") var file: String
    @Option(help: "A location; adds an entry for it while the export runs.") var meanwhile: String?

    @MainActor func run() async throws {
        let journal = try Journal(at: options.url)
        let export = JournalExport(container: journal.container, url: URL(filePath: file))
        var added = false
        for try await progress in export.progress() {
            print("Exported \(progress.finished) of \(progress.total)")
            if let meanwhile, !added {
                try add(meanwhile, to: journal)
                added = true
            }
        }
    }

    @MainActor
    private func add(_ location: String, to journal: Journal) throws {
        let editor = EntryEditor(addingTo: journal)
        editor.entry.location = location
        try editor.save()
        print("Entries in the journal meanwhile: \(try journal.entries().count)")
    }
}
