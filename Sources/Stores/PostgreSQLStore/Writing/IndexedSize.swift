import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Explains the error of a server that refuses a value because it is too long for an index.
struct IndexedSize {
    let core: StoreCore

    /// No index has a limit below this size.
    private static let leastByteCount = 1_000

    /// Returns an error that names the longest value of an indexed attribute in changes; the same error if none is
    /// long.
    func explained(_ error: StoreError, _ changes: StoreChanges) -> StoreError {
        var longest: (entity: String, attribute: String, byteCount: Int)?
        func note(_ value: AttributeValue, at index: Int, of entity: EntityLayout) {
            let count = value.indexedByteCount
            let attribute = entity.entity.attributes[index]
            guard count > max(longest?.byteCount ?? 0, Self.leastByteCount),
                indexedNames(of: entity.entity).contains(attribute.name)
            else { return }
            longest = (entity.entity.name, attribute.name, count)
        }
        for insertion in changes.inserted {
            guard let entity = core.layout.entities[insertion.objectID.entityName] else { continue }
            for (index, value) in insertion.values.enumerated() { note(value, at: index, of: entity) }
        }
        for update in changes.updated {
            guard let entity = core.layout.entities[update.objectID.entityName] else { continue }
            for (index, value) in update.values { note(value, at: index, of: entity) }
        }
        guard let longest else { return error }
        var error = error
        error.code = .unusableValue
        error.message =
            "'\(longest.attribute)' of an object of '\(longest.entity)' has \(longest.byteCount) bytes, which is too "
            + "long for its index in the database; shorten the value, or remove the index or the uniqueness constraint "
            + "from the model and drop the index: \(error.message)"
        return error
    }

    /// The names of the properties in any index or uniqueness constraint.
    private func indexedNames(of entity: EntityDescription) -> Set<String> {
        let family = entity.lineageNames.compactMap { core.layout.entities[$0] }
        return family.reduce(into: []) { names, layout in
            for index in layout.indexes { names.formUnion(index.elements.compactMap(\.propertyName)) }
            for constraint in layout.entity.schema.uniquenessConstraints { names.formUnion(constraint.propertyNames) }
        }
    }
}

extension AttributeValue {
    /// The number of bytes of a value that can have any length; 0 for any other.
    fileprivate var indexedByteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .uri(let address): address.absoluteString.utf8.count
        case .binary(let data): data.count
        default: 0
        }
    }
}
