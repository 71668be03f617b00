import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// The kinds of stores that migrate.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case json, sqlite

    var testDescription: String { rawValue }
}

/// A store that is opened with one version of a model after the other.
final class MigratedStore {
    let kind: StoreKind
    let folder: TemporaryFolder
    var url: URL { folder.url.appending(path: "Store.\(kind.rawValue)") }

    init(_ kind: StoreKind) throws {
        self.kind = kind
        folder = try TemporaryFolder()
    }

    /// Opens the store with a model, and works on it.
    @discardableResult
    func session<Result>(
        _ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic,
        _ body: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let container =
            switch kind {
            case .json: try PersistentContainer(model: model, store: .json(at: url, migration: migration))
            case .sqlite: try PersistentContainer(model: model, store: .sqlite(at: url, migration: migration))
            }
        let result = try body(container.newContext())
        try check(model)
        return result
    }

    /// What the store would refuse; nil where it opens.
    func refusal(_ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic) throws -> MigrationRefusal? {
        do {
            try session(model, migration) { _ in }
            return nil
        } catch let error as MigrationRefusal {
            return error
        }
    }

    /// What a migration would do.
    func report(_ model: ManagedObjectModel, _ migration: MigrationOptions = .automatic) throws -> String {
        switch kind {
        case .json: try "\(JSONStore.migrate(url, to: model, migration: migration, isTrial: true))"
        case .sqlite: try "\(SQLiteStore.migrate(url, to: model, migration: migration, isTrial: true))"
        }
    }

    var identifier: UUID {
        get throws {
            switch kind {
            case .json:
                try JSONStore(at: url, model: storedModel(), options: JSONStoreOptions(isReadOnly: true)).identifier
            case .sqlite:
                try SQLiteStore(at: url, model: storedModel(), options: SQLiteStoreOptions(isReadOnly: true)).identifier
            }
        }
    }

    func storedModel() throws -> ManagedObjectModel {
        switch kind {
        case .json: try JSONStore.model(at: url)
        case .sqlite: try SQLiteStore.model(at: url)
        }
    }

    /// Everything that lies in the folder, by name.
    var files: [String: Data] {
        get throws {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path(percentEncoded: false))
            return paths.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: folder.url.appending(path: $1)) }
        }
    }

    struct Unsound: Error {
        var findings: [String]
    }

    private func check(_ model: ManagedObjectModel) throws {
        let findings: [any CustomStringConvertible] =
            switch kind {
            case .json: try JSONStore.check(url, model: model)
            case .sqlite: try SQLiteStore.check(url, model: model)
            }
        guard findings.isEmpty else { throw Unsound(findings: findings.map { "\($0)" }) }
    }
}

extension ManagedObjectModel {
    /// A version of a model, of the elements of a model file.
    static func version(_ elements: String) throws -> ManagedObjectModel {
        ManagedObjectModel(try readModel(.model(holding: elements)))
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
                let value = object.value(forKey: key)
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
