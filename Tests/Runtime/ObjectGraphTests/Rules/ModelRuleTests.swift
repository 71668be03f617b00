import ModelSchema
import ObjectGraph
import SampleModels
import Testing

/// Rules MOD-1 to MOD-8: what a model says of itself.
struct ModelRuleTests {
    @Test("MOD-1 an entity is found by name, and an unknown name returns nil")
    func entitiesByName() {
        let model = ManagedObjectModel.rules
        #expect(model.entitiesByName["Note"]?.name == "Note")
        #expect(model.entitiesByName["Letter"] == nil)
    }

    @Test("MOD-2 each attribute type has Core Data's number")
    func attributeTypes() {
        let numbers = [
            0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1800, 2000, 2100,
        ].map { Int32($0) }
        #expect(AttributeType.allCases.map(\.coreDataNumber).sorted() == numbers)
        for type in AttributeType.allCases { #expect(AttributeType(coreDataNumber: type.coreDataNumber) == type) }
        #expect(AttributeType.string.coreDataNumber == 700 && AttributeType.boolean.coreDataNumber == 800)
    }

    @Test("MOD-4 and MOD-5 a new relationship has no minimum count, and a maximum count of 1 if it is to-one")
    func relationships() {
        let one = Relationship(name: "a", destinationName: "E")
        let many = Relationship(name: "a", isToMany: true, destinationName: "E")
        #expect(one.minimumCount == 0 && one.maximumCount == 1)
        #expect(many.minimumCount == 0 && many.maximumCount == 0)
        #expect(one.deleteRule == .nullify && many.deleteRule == .nullify && !many.isOrdered)
    }

    @Test("MOD-8 an entity is a kind of its parent, not the reverse")
    func hierarchies() throws {
        let model = ManagedObjectModel.inheritance
        let child = try #require(model.entitiesByName["RaceCar"])
        let parent = try #require(model.entitiesByName["Vehicle"])
        #expect(child.isKindOf(entity: parent) && child.isKindOf(entity: child))
        #expect(!parent.isKindOf(entity: child))
    }
}
