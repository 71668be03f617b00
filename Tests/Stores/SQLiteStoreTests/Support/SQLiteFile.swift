import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import TestSupport
import Testing

/// A SQLite store's file in a folder of its own, opened and closed as often as a test likes.
struct SQLiteFile {
    let folder: TemporaryFolder
    let url: URL
    let model: ManagedObjectModel

    init(_ model: ManagedObjectModel = .superheroes, name: String = "Store.sqlite") throws {
        folder = try TemporaryFolder()
        url = folder.url.appending(path: name)
        self.model = model
    }

    var path: String { url.path(percentEncoded: false) }

    func open(_ options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> SQLiteStore {
        try SQLiteStore(at: url, model: model, options: options)
    }

    /// A context on the store, which is open as long as the context lives.
    func openContext(_ options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> ManagedObjectContext {
        try PersistentContainer(model: model, store: .sqlite(at: url, options: options)).newContext()
    }

    /// Opens the store, does something, and closes it.
    @discardableResult
    func session<Result>(
        _ options: SQLiteStoreOptions = SQLiteStoreOptions(), _ body: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = try openContext(options)
        return try withExtendedLifetime(context) { try body(context) }
    }

    /// Runs statements without the store.
    func edit(_ statements: String...) throws {
        let database = try DatabaseFile(url)
        for statement in statements { _ = try database.rows(statement) }
    }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: url)) }
    }

    func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: url)
    }

    /// Everything in the folder, by name.
    func contents() throws -> [String: Data] {
        let names = try folder.names()
        return names.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: folder.url.appending(path: $1)) }
    }
}

extension SQLiteStoreOptions {
    static let readOnly = SQLiteStoreOptions(isReadOnly: true)

    /// On a file system of a test.
    static func on(_ fileSystem: TestFileSystem) -> SQLiteStoreOptions {
        var options = SQLiteStoreOptions()
        options.fileSystemName = fileSystem.name
        return options
    }
}
