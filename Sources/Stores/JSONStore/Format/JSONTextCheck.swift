import ColumnEngine
import JSONTokens
import ModelSchema

/// Refuses values whose JSON text the store could write, but not read again.
///
/// The text is written unchanged. A `Codable` type can nest its values more deeply than readers accept, and text from
/// elsewhere, such as another store, can be anything.
struct JSONTextCheck {
    private let path: String
    /// The indexes of the attributes whose values can contain such texts, by table.
    private let attributes: [[Int]]

    /// The depth of a text: in an object, and in the object that has it as its member.
    private static let depth = StoreFormat.depthOfObjects + 2

    init(model: ManagedObjectModel, path: String) {
        self.path = path
        let own = model.entities.map { entity in
            entity.attributes.indices.filter { index in
                let attribute = entity.attributes[index]
                return (attribute.type == .transformable || attribute.type == .composite) && !attribute.isTransient
            }
        }
        // The tables of the stores that were opened before this one come first.
        attributes = Array(repeating: [], count: model.firstTableOrdinal) + own
    }

    /// - Throws: `StoreError` for the first value that the store could not read again.
    func check(_ changes: ChangeSet, of layout: GraphLayout) throws(StoreError) {
        guard attributes.contains(where: { !$0.isEmpty }) else { return }
        for insertion in changes.inserted {
            let entity = layout.entities[insertion.reference.entityOrdinal]
            for index in attributes[insertion.reference.entityOrdinal] {
                try check(insertion.values[index], of: entity.attributes[index], in: entity)
            }
        }
        for update in changes.updated {
            let entity = layout.entities[update.reference.entityOrdinal]
            for (index, value) in update.values where attributes[update.reference.entityOrdinal].contains(index) {
                try check(value, of: entity.attributes[index], in: entity)
            }
        }
    }

    /// - Parameter level: The number of composites that contain the value.
    private func check(
        _ value: AttributeValue, of attribute: Attribute, in entity: EntityDescription, level: Int = 0
    ) throws(StoreError) {
        switch value {
        case .string(let text) where attribute.type == .transformable:
            do {
                _ = try JSONScanner.scan(
                    Array(text.utf8), maximumDepth: StoreFormat.maximumDepth - Self.depth - level
                ) { scanner in
                    try scanner.skipValue()
                }
            } catch {
                let isDeep = (error as? JSONError)?.code == .tooDeep
                throw StoreError(
                    .unusableValue, location: path,
                    "the value of '\(entity.name).\(attribute.name)' "
                        + (isDeep ? "is nested too deeply for a JSON store" : "is not JSON"))
            }
        case .composite(let values):
            for member in entity.composite(of: attribute)?.attributes ?? [] {
                guard let value = values[member.name] else { continue }
                try check(value, of: member, in: entity, level: level + 1)
            }
        default: break
        }
    }
}
