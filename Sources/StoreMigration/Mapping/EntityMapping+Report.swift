import ColumnEngine
import ModelSchema

extension MigrationReport.Entity {
    /// What a migration does to the objects of an entity.
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
        changes += mapping.droppedAttributes.map {
            (mapping.old.attributes[$0].name, "\(mapping.old.attributes[$0].name): dropped")
        }
        changes += mapping.droppedRelationships.map {
            (mapping.old.relationships[$0].name, "\(mapping.old.relationships[$0].name): dropped")
        }
        if hasPolicy { changes.append(("", "a migration policy is applied to each")) }
        self.init(
            oldName: mapping.old.name, newName: mapping.new.name, objectCount: objectCount,
            changes: changes.sorted { $0.name < $1.name }.map(\.text))
    }

    private static func text(_ source: AttributeSource, of attribute: Attribute, _ mapping: EntityMapping) -> String? {
        func name(_ index: Int) -> String { mapping.old.attributes[index].name }
        func type(_ index: Int) -> String { mapping.old.attributes[index].type.rawValue }
        switch source {
        case .constant(.null): return attribute.isDerived ? "new, computed when objects are saved" : "new, no value"
        case .constant: return "new, gets the default value"
        case .kept(let index): return name(index) == attribute.name ? nil : "continues '\(name(index))'"
        case .filled(let index, _):
            let renamed = name(index) == attribute.name ? "" : "continues '\(name(index))'; "
            return "\(renamed)gets the default value where it is missing"
        case .widened(let index), .otherType(let index):
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
