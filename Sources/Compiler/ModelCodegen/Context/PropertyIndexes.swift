import ModelSchema

/// The places of an entity's properties in the runtime, which generated accessors specify for faster access.
///
/// The runtime counts own and inherited attributes together, and own and inherited relationships: the root's first,
/// each level by name. A property has the same place in every descendant.
struct PropertyIndexes {
    private let attributes: [String: Int]
    private let relationships: [String: Int]

    init(of entity: Entity, namer: SwiftNamer) {
        let inheritance = namer.inheritance
        attributes = Self.indexes(entity.attributes.map(\.name), from: inheritance.attributeCount(of: entity))
        relationships = Self.indexes(entity.relationships.map(\.name), from: inheritance.relationshipCount(of: entity))
    }

    /// Returns the place of an attribute that the entity declares. For other names, the result is a place that no
    /// attribute has, so the runtime looks up the name.
    func index(ofAttribute name: String) -> Int { attributes[name] ?? -1 }

    /// Returns the place of a relationship that the entity declares.
    func index(ofRelationship name: String) -> Int { relationships[name] ?? -1 }

    private static func indexes(_ names: [String], from start: Int) -> [String: Int] {
        Dictionary(zip(names.sorted(), start...).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
    }
}
