import Foundation
import JSONStore
import ObjectGraph

/// The store of the journal and its context.
@MainActor
final class Journal {
    let container: PersistentContainer
    var context: ManagedObjectContext { container.viewContext }

    /// Opens the store. The first time, copies the store in the program's bundle.
    init(at url: URL) throws {
        try Self.seed(url)
        container = try PersistentContainer(model: .surfJournal, store: .json(at: url))
    }

    /// All entries, the newest first.
    func entries() throws -> [JournalEntry] {
        var request = JournalEntry.fetchRequest()
        request.fetchBatchSize = 20
        request.sortDescriptors = [SortDescriptor(\.date, order: .reverse)]
        return try context.fetch(request)
    }

    /// The entry at a position of the list, from 1.
    func entry(number: Int) throws -> JournalEntry {
        let entries = try entries()
        guard entries.indices.contains(number - 1) else { throw JournalError.noEntry(number) }
        return entries[number - 1]
    }

    func delete(_ entry: JournalEntry) { context.delete(entry) }
    func save() throws { try context.save() }

    /// Copies the bundled store if there is none yet. Copying the file is enough, because a store is one file.
    private static func seed(_ url: URL) throws {
        let files = FileManager.default
        guard !files.fileExists(atPath: url.path(percentEncoded: false)),
            let seed = Bundle.module.url(forResource: "Seed", withExtension: "json")
        else { return }
        try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: seed, to: url)
    }
}

enum JournalError: Error, CustomStringConvertible {
    case noEntry(Int)

    var description: String {
        switch self {
        case .noEntry(let number): "There is no entry \(number)"
        }
    }
}
