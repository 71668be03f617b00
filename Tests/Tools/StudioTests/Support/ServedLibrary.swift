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
    /// The store as the command line names it: a path, or the address of a database.
    let place: String
    /// The file; nil for a store in a database.
    private let library: Library?
    private let database: PersistentContainer?

    /// - Parameter addObjects: Adds objects to the store before it is served; they are saved afterward.
    init(
        _ kind: Kind, bookCount: Int = 5, _ arguments: String...,
        addObjects: (ManagedObjectContext) throws -> Void = { _ in }
    ) throws {
        func add(to container: PersistentContainer) throws {
            let context = container.newContext()
            try addObjects(context)
            try context.save()
        }
        if let fileKind = Library.Kind(rawValue: kind.rawValue) {
            let library = try Library(fileKind, bookCount: bookCount)
            try add(to: library.container())
            place = library.url.path(percentEncoded: false)
            studio = try StudioProcess([place] + arguments)
            (self.library, database) = (library, nil)
            return
        }
        guard let server = TestServer.shared else { throw StudioProcess.StoppedError() }
        let schemaName = server.newSchemaName()
        let container = try PersistentContainer(
            model: Library.model(),
            store: .postgreSQL(
                connectionString: server.connection, options: PostgreSQLStoreOptions(schemaName: schemaName)))
        try Library.fill(container, bookCount: bookCount)
        try add(to: container)
        place = "\(server.address)&schema=\(schemaName)"
        studio = try StudioProcess([place] + arguments)
        (library, database) = (nil, container)
    }

    /// Stops the program, and opens what it has saved.
    func saved() throws -> ManagedObjectContext {
        studio.stop()
        if let database { return database.newContext() }
        guard let library else { throw StudioProcess.StoppedError() }
        return try library.container(isReadOnly: true).newContext()
    }
}
