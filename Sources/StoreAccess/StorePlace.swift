import FileAccess
package import Foundation
import JSONStore
package import ObjectGraph
import PostgreSQLStore
import SQLiteStore
package import StoreMigration

/// Where a store is: in a file, or in a schema of a PostgreSQL database.
package enum StorePlace {
    /// A JSON file or a SQLite file.
    case file(path: String, StoreKind)
    /// A connection string may hold a password, and is never printed.
    case database(connection: String, schemaName: String?)

    /// Reads what a person writes for a store: a path, or a connection string that begins with `postgresql://` or
    /// `postgres://`, whose parameter `schema` names the schema.
    package init(_ argument: String) {
        guard ["postgresql://", "postgres://"].contains(where: argument.hasPrefix) else {
            self = .file(path: argument, StoreKind(ofFileAt: argument))
            return
        }
        let parts = argument.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
        let schema = parameters.last { $0.hasPrefix(Self.schemaParameter) }
        let rest = parameters.filter { !$0.hasPrefix(Self.schemaParameter) }
        self = .database(
            connection: rest.isEmpty ? String(parts[0]) : "\(parts[0])?\(rest.joined(separator: "&"))",
            schemaName: schema.flatMap { String($0.dropFirst(Self.schemaParameter.count)).removingPercentEncoding })
    }

    private static let schemaParameter = "schema="

    private func options(isReadOnly: Bool, _ schemaName: String?) -> PostgreSQLStoreOptions {
        PostgreSQLStoreOptions(
            schemaName: schemaName, makesStore: !isReadOnly, isReadOnly: isReadOnly, connectionLimit: 2)
    }

    /// Describes the store.
    package func description(isReadOnly: Bool) -> any PersistentStoreDescription {
        switch self {
        // Only the command that says so migrates.
        case .file(let path, .json):
            .json(at: URL(filePath: path), options: JSONStoreOptions(isReadOnly: isReadOnly), migration: .none)
        case .file(let path, .sqlite):
            .sqlite(at: URL(filePath: path), options: SQLiteStoreOptions(isReadOnly: isReadOnly), migration: .none)
        case .database(let connection, let schemaName):
            .postgreSQL(connection: connection, options: options(isReadOnly: isReadOnly, schemaName))
        }
    }

    /// Whether something is there: a file whatever it holds, or a store in the schema.
    ///
    /// - Throws: `PostgreSQLStoreError` where nobody can tell.
    package func isPresent() throws -> Bool {
        switch self {
        case .file(let path, _): FileReader.isAnything(at: path)
        case .database(let connection, let schemaName):
            try PostgreSQLStore.isPresent(connection: connection, options: options(isReadOnly: true, schemaName))
        }
    }

    /// - Throws: `FileFailure` where there is nothing at the path. What is not there of a database is said when it is opened.
    package func requirePresence() throws {
        if case .file(let path, _) = self { try FileReader.requirePresence(at: path) }
    }

    /// The model that the store keeps.
    package func storedModel() throws -> ManagedObjectModel {
        switch self {
        case .file(let path, .json): try JSONStore.model(at: URL(filePath: path))
        case .file(let path, .sqlite): try SQLiteStore.model(at: URL(filePath: path))
        case .database(let connection, let schemaName):
            try PostgreSQLStore.model(connection: connection, options: options(isReadOnly: true, schemaName))
        }
    }

    /// Everything that is wrong in the store.
    package func findings(_ model: ManagedObjectModel) throws -> [any CustomStringConvertible] {
        switch self {
        case .file(let path, .json): try JSONStore.check(URL(filePath: path), model: model)
        case .file(let path, .sqlite): try SQLiteStore.check(URL(filePath: path), model: model)
        case .database(let connection, let schemaName):
            try PostgreSQLStore.check(
                connection: connection, model: model, options: options(isReadOnly: true, schemaName))
        }
    }

    /// Brings the store to another version of its model, or says what that would change.
    ///
    /// - Throws: `FileFailure` where there is nothing at the path, and what the store's own migration throws.
    package func migrate(
        to model: ManagedObjectModel, migration: MigrationOptions, isTrial: Bool
    ) throws -> MigrationReport {
        try requirePresence()
        return switch self {
        case .file(let path, .json):
            try JSONStore.migrate(URL(filePath: path), to: model, migration: migration, isTrial: isTrial)
        case .file(let path, .sqlite):
            try SQLiteStore.migrate(URL(filePath: path), to: model, migration: migration, isTrial: isTrial)
        case .database(let connection, let schemaName):
            try PostgreSQLStore.migrate(
                connection: connection, to: model, migration: migration,
                options: options(isReadOnly: isTrial, schemaName), isTrial: isTrial)
        }
    }

    /// Whether a migration has failed since nobody knows the model that the store was written with.
    package static func isOfUnknownModel(_ error: any Error) -> Bool {
        switch error {
        case let error as JSONStoreError: error.code == .modelMissing
        case let error as SQLiteStoreError: error.code == .modelMissing
        case let error as PostgreSQLStoreError: error.code == .modelMismatch
        default: false
        }
    }

    /// Removes the store.
    package func destroy() throws {
        switch self {
        case .file(let path, .json): try JSONStore.destroy(at: URL(filePath: path))
        case .file(let path, .sqlite): try SQLiteStore.destroy(at: URL(filePath: path))
        case .database(let connection, let schemaName):
            try PostgreSQLStore.destroy(connection: connection, options: options(isReadOnly: false, schemaName))
        }
    }

    /// The file of the store, for what is done to files only.
    ///
    /// - Parameter hint: What to do instead with a database.
    /// - Throws: `StoreFailure` for a database, and `FileFailure` where there is nothing at the path.
    package func requireFile(or hint: String) throws -> (url: URL, kind: StoreKind) {
        guard case .file(let path, let kind) = self else {
            throw StoreFailure(exitCode: 64, "the store is in a database; \(hint)")
        }
        try requirePresence()
        return (URL(filePath: path), kind)
    }

    /// The name of the store's file without its ending; nil for a database.
    package var fileName: String? {
        guard case .file(let path, _) = self else { return nil }
        return URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// What messages call the place: nothing that is secret.
    package var name: String {
        switch self {
        case .file(let path, _): "'\(path)'"
        case .database(_, let schemaName): schemaName.map { "a store in the schema '\($0)'" } ?? "a store in the schema"
        }
    }
}
