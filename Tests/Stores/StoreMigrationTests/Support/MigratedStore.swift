import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// The kinds of stores that migrate.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case json, sqlite, postgresql

    /// Those that are in files.
    static let files: [StoreKind] = [.json, .sqlite]
    /// Those that there are on this machine: without a PostgreSQL server, those in files.
    static let allCases = files + (TestServer.shared == nil ? [] : [.postgresql])

    var testDescription: String { rawValue }
}

/// A store that is opened with one version of a model after the other.
final class MigratedStore {
    let kind: StoreKind
    let folder: TemporaryFolder
    /// The schema of a store in a database.
    let schemaName: String
    var url: URL { folder.url.appending(path: "Store.\(kind.rawValue)") }

    init(_ kind: StoreKind) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        schemaName = kind == .postgresql ? TestServer.shared?.newSchemaName() ?? "" : ""
    }

    /// Describes the store.
    func description(
        _ migration: MigrationOptions = .automatic, isReadOnly: Bool = false
    ) -> any StoreAdministration {
        switch kind {
        case .json:
            JSONStoreDescription(url: url, options: JSONStoreOptions(isReadOnly: isReadOnly), migration: migration)
        case .sqlite:
            SQLiteStoreDescription(url: url, options: SQLiteStoreOptions(isReadOnly: isReadOnly), migration: migration)
        case .postgresql:
            PostgreSQLStoreDescription(
                connectionString: TestServer.shared?.connection ?? "",
                options: PostgreSQLStoreOptions(schemaName: schemaName, isReadOnly: isReadOnly), migration: migration)
        }
    }

    /// Opens the store with a model, and works on it.
    @discardableResult
    func session<Result>(
        _ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic,
        _ body: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let container = try PersistentContainer(model: model, store: description(migration))
        let result = try body(container.newContext())
        try check(model)
        return result
    }

    /// What the store would refuse; nil where it opens.
    func refusal(_ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic) throws -> MigrationError? {
        do {
            try session(model, migration) { _ in }
            return nil
        } catch let error as MigrationError {
            return error
        }
    }

    /// What a migration would do.
    func report(_ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic) throws -> String {
        "\(try description().migrate(to: model, migration: migration, isDryRun: true))"
    }

    var identifier: UUID {
        get throws {
            try description(isReadOnly: true).openStore(for: storedModel()).identifier
        }
    }

    func storedModel() throws -> ManagedObjectModel { try description().storedModel().model }

    /// Everything that lies in the folder, by name; or what is in the schema.
    var files: [String: Data] {
        get throws {
            if kind == .postgresql {
                let text = try TestServer.shared?.run("SELECT schema_to_xml('\(schemaName)', true, false, '')") ?? ""
                return [schemaName: Data(text.utf8)]
            }
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path(percentEncoded: false))
            return paths.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: folder.url.appending(path: $1)) }
        }
    }

    struct UnsoundStoreError: Error {
        var findings: [String]
    }

    private func check(_ model: ManagedObjectModel) throws {
        let findings = try description().check(model: model)
        guard findings.isEmpty else { throw UnsoundStoreError(findings: findings.map { "\($0)" }) }
    }
}

extension ManagedObjectModel {
    /// A version of a model, of the elements of a model file.
    static func version(_ elements: String) throws -> ManagedObjectModel {
        ManagedObjectModel(try readModel(.model(containing: elements)))
    }
}

extension ManagedObjectContext {
    /// Makes an object with values.
    @discardableResult
    func make(_ entityName: String, _ values: [String: Any?]) throws -> ManagedObject {
        let object = insertNewObject(forEntityName: entityName)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }

    /// Expects what the objects of an entity hold in a property, by their numbers.
    func expect(
        _ entityName: String, _ key: String, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let values = try values(entityName, key)
        #expect(values == expected, sourceLocation: sourceLocation)
    }

    /// What the objects of an entity hold in a property, by their numbers.
    func values(_ entityName: String, _ key: String) throws -> [String] {
        try fetch(FetchRequest<ManagedObject>(entityName: entityName))
            .sorted { $0.objectID < $1.objectID }
            .map { object in
                let value = key.contains(".") ? object.value(forKeyPath: key) : object.value(forKey: key)
                if let objects = value as? Set<ManagedObject> {
                    return objects.map { "\($0.objectID)" }.sorted().joined(separator: " ")
                }
                if let objects = value as? [ManagedObject] {
                    return objects.map { "\($0.objectID)" }.joined(separator: " ")
                }
                if let object = value as? ManagedObject { return "\(object.objectID)" }
                return value.map { "\($0)" } ?? "nil"
            }
    }
}
