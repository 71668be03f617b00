import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport

/// A library in a store of any kind, and the program that serves it.
struct ServedLibrary {
    enum Kind: String, CaseIterable {
        case json, sqlite, postgreSQL

        /// The kinds that can be tested on this machine.
        static var available: [Kind] { allCases.filter { $0 != .postgreSQL || TestServer.shared != nil } }
    }

    let studio: StudioProcess
    /// The file; nil for a store in a database.
    private let library: Library?
    private let database: PersistentContainer?

    init(_ kind: Kind, bookCount: Int = 5, _ arguments: String...) throws {
        if let fileKind = Library.Kind(rawValue: kind.rawValue) {
            let library = try Library(fileKind, bookCount: bookCount)
            studio = try StudioProcess([library.url.path(percentEncoded: false)] + arguments)
            (self.library, database) = (library, nil)
            return
        }
        guard let server = TestServer.shared else { throw StudioProcess.Stopped() }
        let schemaName = server.newSchemaName()
        let container = try PersistentContainer(
            model: Library.model(),
            store: .postgreSQL(
                connection: server.connection, options: PostgreSQLStoreOptions(schemaName: schemaName)))
        try Library.fill(container, bookCount: bookCount)
        studio = try StudioProcess(["\(server.address)&schema=\(schemaName)"] + arguments)
        (library, database) = (nil, container)
    }

    /// Stops the program, and opens what it has saved.
    func saved() throws -> ManagedObjectContext {
        studio.stop()
        if let database { return database.newContext() }
        guard let library else { throw StudioProcess.Stopped() }
        return try library.container(isReadOnly: true).newContext()
    }
}
