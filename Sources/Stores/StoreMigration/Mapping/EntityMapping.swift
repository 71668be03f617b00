import ColumnEngine
import ModelSchema

/// The mapping of an entity's objects to those of an entity of the newer model.
struct EntityMapping {
    let old: EntityDescription
    let new: EntityDescription
    /// In the order of the newer entity's attributes.
    let attributes: [AttributeSource]
    /// The index of the older relationship that each continues, if any, in the order of the newer entity's
    /// relationships.
    let relationships: [Int?]
    /// The indexes of the older stored attributes that nothing continues.
    let droppedAttributes: [Int]
    /// The indexes of the older relationships that nothing continues.
    let droppedRelationships: [Int]

    init(from old: EntityDescription, to new: EntityDescription) {
        self.old = old
        self.new = new
        let places = ElementPairing.oldIndexes(of: new.attributes, in: old.attributes)
        attributes = new.attributes.indices.map { index in
            AttributeSource(
                new.attributes[index], defaultValue: new.defaultValues[index], of: new,
                from: places[index].map { ($0, old.attributes[$0], old) })
        }
        // A derivation replaces stored values.
        let keptAttributes = Set(
            zip(places, new.attributes).compactMap { place, attribute in
                attribute.isTransient || attribute.isDerived ? nil : place
            })
        droppedAttributes = old.attributes.indices.filter { index in
            let attribute = old.attributes[index]
            return !keptAttributes.contains(index) && !attribute.isTransient && !attribute.isDerived
        }
        let links = ElementPairing.oldIndexes(of: new.relationships.map(\.schema), in: old.relationships.map(\.schema))
        relationships = zip(new.relationships, links).map { relationship, place in
            guard let place, !relationship.schema.isTransient, !old.relationships[place].schema.isTransient else {
                return nil
            }
            return place
        }
        let keptRelationships = Set(relationships.compactMap(\.self))
        droppedRelationships = old.relationships.indices.filter { index in
            !keptRelationships.contains(index) && !old.relationships[index].schema.isTransient
        }
    }
}

extension MigrationReport.Entity {
    /// Creates the report on the objects of an entity.
    init(_ mapping: EntityMapping, objectCount: Int, hasPolicy: Bool) {
        var changes: [(name: String, text: String)] = []
        for (index, source) in mapping.attributes.enumerated() {
            let attribute = mapping.new.attributes[index]
            guard !attribute.isTransient, let text = Self.text(source, of: attribute, mapping) else { continue }
            changes.append((attribute.name, "\(attribute.name): \(text)"))
        }
        for relationship in mapping.new.relationships where !relationship.schema.isTransient {
            let old = mapping.relationships[relationship.index].map { mapping.old.relationships[$0] }
            guard let text = Self.text(relationship, from: old) else { continue }
            changes.append((relationship.name, "\(relationship.name): \(text)"))
        }
        let dropped =
            mapping.droppedAttributes.map { mapping.old.attributes[$0].name }
            + mapping.droppedRelationships.map { mapping.old.relationships[$0].name }
        changes += dropped.map { ($0, "\($0): dropped") }
        if hasPolicy { changes.append(("", "a migration policy is applied to each")) }
        self.init(
            oldName: mapping.old.name, newName: mapping.new.name, objectCount: objectCount,
            changes: changes.sorted { ($0.name, $0.text) < ($1.name, $1.text) }.map(\.text))
    }

    private static func text(_ source: AttributeSource, of attribute: Attribute, _ mapping: EntityMapping) -> String? {
        func name(_ index: Int) -> String { mapping.old.attributes[index].name }
        func type(_ index: Int) -> String { mapping.old.attributes[index].type.rawValue }
        switch source {
        case .constant(.null) where attribute.isDerived:
            return mapping.old.attribute(named: attribute.name) == nil
                ? "new, computed from its derivation" : "now computed from its derivation"
        case .constant(.null): return "new, no value"
        case .constant: return "new, gets the default value"
        case .kept(let index): return name(index) == attribute.name ? nil : "continues '\(name(index))'"
        case .filled(let index, _):
            let renamed = name(index) == attribute.name ? "" : "continues '\(name(index))'; "
            return "\(renamed)gets the default value where it is missing"
        case .widened(let index), .incompatibleType(let index):
            return "\(type(index)) becomes \(attribute.type.rawValue)"
        case .recomposed: return "the composite has different members"
        }
    }

    private static func text(_ relationship: RelationshipDescription, from old: RelationshipDescription?) -> String? {
        guard let old else { return "new, empty unless the inverse has objects" }
        var texts: [String] = []
        if old.name != relationship.name { texts.append("continues '\(old.name)'") }
        if old.isToMany != relationship.isToMany { texts.append(relationship.isToMany ? "now to-many" : "now to-one") }
        if old.isToMany, relationship.isToMany, old.isOrdered != relationship.isOrdered {
            texts.append(relationship.isOrdered ? "now ordered" : "no longer ordered")
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
