import CommandArguments
import FileAccess
package import Foundation
import JSONStore
package import ObjectGraph
package import PostgreSQLStore
import SQLiteStore
package import StoreMigration

/// Where a store is: in a file, or in a schema of a PostgreSQL database.
package enum StorePlace {
    /// A JSON file or a SQLite file.
    case file(path: String, StoreKind)
    /// A connection string can contain a password, and is never printed.
    case database(connection: String, schemaName: String?)

    /// Creates a place from a path, or from a connection string that begins with `postgresql://` or `postgres://`, whose
    /// parameter `schema` names the schema.
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

    private func options(
        isReadOnly: Bool, _ schemaName: String?, naming: PostgreSQLStoreOptions.Naming = .snakeCase
    ) -> PostgreSQLStoreOptions {
        PostgreSQLStoreOptions(
            schemaName: schemaName, naming: naming, createsStoreIfMissing: !isReadOnly, isReadOnly: isReadOnly,
            connectionLimit: 2)
    }

    /// Describes the store.
    ///
    /// - Parameter naming: The names of tables and columns in a new database store.
    package func description(
        isReadOnly: Bool, naming: PostgreSQLStoreOptions.Naming = .snakeCase
    ) -> any PersistentStoreDescription {
        switch self {
        // Only the command for it migrates.
        case .file(let path, .json):
            .json(at: URL(filePath: path), options: JSONStoreOptions(isReadOnly: isReadOnly), migration: .none)
        case .file(let path, .sqlite):
            .sqlite(at: URL(filePath: path), options: SQLiteStoreOptions(isReadOnly: isReadOnly), migration: .none)
        case .database(let connection, let schemaName):
            .postgreSQL(connection: connection, options: options(isReadOnly: isReadOnly, schemaName, naming: naming))
        }
    }

    /// Whether there is a file with any contents, or a store in the schema.
    ///
    /// - Throws: `StoreError` if this cannot be determined.
    package func isPresent() throws -> Bool {
        switch self {
        case .file(let path, _): FileReader.itemExists(at: path)
        case .database(let connection, let schemaName):
            try PostgreSQLStore.isPresent(connection: connection, options: options(isReadOnly: true, schemaName))
        }
    }

    /// - Throws: `FileFailure` if there is nothing at the path. A missing database shows when it is opened.
    package func requirePresence() throws {
        if case .file(let path, _) = self { try FileReader.requirePresence(at: path) }
    }

    /// - Throws: `CommandFailure` if there is something at the place.
    package func requireAbsence() throws {
        guard try isPresent() else { return }
        throw CommandFailure(.fileSystem, "\(name) already exists; nothing was written")
    }

    /// Creates a store as a whole: a file is complete before it gets the name of the place, so a killed program leaves only a
    /// hidden folder next to it, `.modelgen-…`.
    ///
    /// - Parameter fill: A closure that creates the store at another place, and closes it.
    /// - Throws: The error of the closure; the place is then as before. Or an error if there is anything at the place, which stays.
    package func make<Result>(_ fill: (StorePlace) throws -> Result) throws -> Result {
        guard case .file(let path, let kind) = self else {
            // What fails is removed, so it must not be another store.
            try requireAbsence()
            do {
                return try fill(self)
            } catch {
                // The first error matters more than one of the cleanup.
                try? destroy()
                throw error
            }
        }
        let target = URL(filePath: path)
        switch kind {
        case .json: try JSONStore.checkIsUnused(target)
        case .sqlite: try SQLiteStore.checkIsUnused(target)
        }
        let folder = FreshName.beside(path)
        do {
            _ = try SystemCall.makeFolders(SystemCall.folder(of: path), mode: 0o777)
            try Disk().makeFolder(folder)
        } catch {
            let reason = (error as? FileFailure)?.reason ?? "\(error)"
            throw FileFailure(path: path, step: "written", reason: reason)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let url = URL(filePath: folder).appending(path: target.lastPathComponent, directoryHint: .notDirectory)
            let result = try fill(.file(path: url.path(percentEncoded: false), kind))
            switch kind {
            case .json: try JSONStore.move(url, to: target)
            case .sqlite: try SQLiteStore.move(url, to: target)
            }
            return result
        } catch {
            throw Self.error(error, atPathsWithout: URL(filePath: folder).lastPathComponent + "/")
        }
    }

    /// The error of a store about the place that its files would have had.
    private static func error(_ error: any Error, atPathsWithout folder: String) -> any Error {
        guard var error = error as? StoreError else { return error }
        error.place = error.place.replacing(folder, with: "")
        return error
    }

    /// The model in the store.
    package func storedModel() throws -> ManagedObjectModel {
        switch self {
        case .file(let path, .json): try JSONStore.model(at: URL(filePath: path))
        case .file(let path, .sqlite): try SQLiteStore.model(at: URL(filePath: path))
        case .database(let connection, let schemaName):
            try PostgreSQLStore.model(connection: connection, options: options(isReadOnly: true, schemaName))
        }
    }

    /// All problems of the store.
    package func findings(_ model: ManagedObjectModel) throws -> [StoreFinding] {
        switch self {
        case .file(let path, .json): try JSONStore.check(URL(filePath: path), model: model)
        case .file(let path, .sqlite): try SQLiteStore.check(URL(filePath: path), model: model)
        case .database(let connection, let schemaName):
            try PostgreSQLStore.check(
                connection: connection, model: model, options: options(isReadOnly: true, schemaName))
        }
    }

    /// Computes derived attributes again that do not have the values of their expressions.
    ///
    /// - Returns: The attributes.
    package func repairDerivedValues(_ model: ManagedObjectModel) throws -> [any CustomStringConvertible] {
        let store = try description(isReadOnly: false).openStore(for: model)
        return try DerivedValueCheck(of: store, model: model).repair().map { finding in
            "\(finding.objectID.entityName) \(finding.objectID.number): \(finding.message), and was computed again"
        }
    }

    /// Migrates the store to another version of its model, or only reports the changes.
    ///
    /// - Throws: `FileFailure` if there is nothing at the path, or an error of the migration.
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

    /// Whether a migration failed because the model that the store was written with is unknown.
    package static func isOfUnknownModel(_ error: any Error) -> Bool {
        [.modelMissing, .modelMismatch].contains((error as? StoreError)?.code)
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

    /// The file of the store, for commands that work only with files.
    ///
    /// - Parameter hint: The alternative for a database.
    /// - Throws: `CommandFailure` for a database, and `FileFailure` if there is nothing at the path.
    package func requireFile(or hint: String) throws -> (url: URL, kind: StoreKind) {
        guard case .file(let path, let kind) = self else {
            throw CommandFailure(.usage, "the store is in a database; \(hint)")
        }
        try requirePresence()
        return (URL(filePath: path), kind)
    }

    /// The name of the store's file without its extension; nil for a database.
    package var fileName: String? {
        guard case .file(let path, _) = self else { return nil }
        return URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// The name of the place in messages, without secrets.
    package var name: String {
        switch self {
        case .file(let path, _): "'\(path)'"
        case .database(_, let schemaName): schemaName.map { "a store in the schema '\($0)'" } ?? "a store in the schema"
        }
    }
}
