import Foundation
import ModelSchema
import Synchronization

/// The models of earlier versions that stores keep: a program has only the current version of its own.
enum ModelsOfStores {
    private static let schemas = Mutex<[[String: Data]: Model]>([:])

    /// Keeps the model that a store with some fingerprints holds.
    static func add(_ schema: Model, _ hashes: [String: Data]) { schemas.withLock { $0[hashes] = schema } }

    /// The model of a store with some fingerprints, with the classes that the program has for its entities; nil for none.
    static func model(with hashes: [String: Data]) -> NSManagedObjectModel? {
        guard let schema = schemas.withLock({ $0[hashes] }) else { return nil }
        let known = GeneratedModels.all.flatMap(\.entities).compactMap { entity in
            entity.managedObjectClass.map { (entity.name ?? "", $0) }
        }
        let names = Set(schema.entities.map(\.name))
        return NSManagedObjectModel(
            schema,
            classes: Dictionary(known.filter { names.contains($0.0) }, uniquingKeysWith: { first, _ in first }))
    }
}
