import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct PropertyIndexesTests {
    @Test("Indexes of properties are those of the runtime")
    func placesAreThoseOfTheRuntime() throws {
        let attributes = ["z", "b", "a"].map { Attribute(name: $0, type: .string) }
        let model = Model(
            name: "M",
            entities: [
                Entity(
                    name: "Root", attributes: attributes,
                    relationships: [Relationship(name: "r", destinationName: "Root")]),
                Entity(
                    name: "Child", parentName: "Root",
                    attributes: [Attribute(name: "c", type: .string), Attribute(name: "A", type: .objectID)],
                    relationships: [
                        Relationship(name: "t", destinationName: "Root"),
                        Relationship(name: "s", destinationName: "Root"),
                    ]),
            ])
        let lookup = ModelLookup(model)
        let namer = SwiftNamer(for: model)
        for entity in model.entities {
            let indexes = PropertyIndexes(of: entity, namer: namer)
            let (all, related) = (lookup.attributes(of: entity), lookup.relationships(of: entity))
            for attribute in entity.attributes {
                #expect(all[indexes.index(ofAttribute: attribute.name)].name == attribute.name)
            }
            for relationship in entity.relationships {
                #expect(related[indexes.index(ofRelationship: relationship.name)].name == relationship.name)
            }
        }
    }
}
