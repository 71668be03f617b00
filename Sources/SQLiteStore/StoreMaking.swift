import Foundation
import ObjectGraph

/// Makes the tables of a new store.
struct StoreMaking {
    let model: ManagedObjectModel
    let path: String
    var identifier = UUID()

    /// Creates a store in an empty database, as a whole or not at all.
    func make(with connection: SQLiteConnection) throws {
        try LayoutCheck.checkNames(of: model, path: path)
        let numbers = EntityNumbers(of: model)
        let layout = StoreLayout(model, numbers: numbers)
        // These say how the file is laid out, and can only be set before there is any.
        try connection.run("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
        try connection.transaction {
            // Another process may have made it while this one waited.
            guard try connection.number("SELECT COUNT(*) FROM sqlite_master") == 0 else { return }
            for statement in SchemaStatements(layout).statements { try connection.run(statement) }
            for name in numbers.names {
                let parent = model.entitiesByName[name]?.ancestorNames.first
                let statement = try connection.statement("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)")
                statement.bind(numbers[name], at: 1)
                statement.bind(name, at: 2)
                statement.bind(parent.map { numbers[$0] } ?? 0, at: 3)
                try statement.run()
            }
            let statement = try connection.statement("INSERT INTO Z_METADATA VALUES (1, ?, ?)")
            statement.bind(identifier.uuidString, at: 1)
            statement.bind(try StoreMetadata.propertyList(for: model.schema), at: 2)
            try statement.run()
        }
    }
}
