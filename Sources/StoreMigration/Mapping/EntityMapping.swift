import ColumnEngine
import ModelSchema

/// How the objects of an entity become those of one of the newer model.
struct EntityMapping {
    let old: EntityDescription
    let new: EntityDescription
    /// In the order of the newer entity's attributes.
    let attributes: [AttributeSource]
    /// In the order of the newer entity's relationships: the place of the older one that each continues; nil for none.
    let relationships: [Int?]
    /// The places of the older attributes that nothing continues, and whose values stores hold.
    let droppedAttributes: [Int]
    /// The places of the older relationships that nothing continues.
    let droppedRelationships: [Int]

    init(from old: EntityDescription, to new: EntityDescription) {
        self.old = old
        self.new = new
        let places = ElementPairing.places(of: new.attributes, in: old.attributes)
        attributes = new.attributes.indices.map { index in
            AttributeSource(
                new.attributes[index], defaultValue: new.defaultValues[index], of: new,
                from: places[index].map { ($0, old.attributes[$0], old) })
        }
        let keptAttributes = Set(
            zip(places, new.attributes).compactMap { place, attribute in attribute.isTransient ? nil : place })
        droppedAttributes = old.attributes.indices.filter { index in
            let attribute = old.attributes[index]
            return !keptAttributes.contains(index) && !attribute.isTransient && !attribute.isDerived
        }
        let links = ElementPairing.places(
            of: new.relationships.map(\.schema), in: old.relationships.map(\.schema))
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
