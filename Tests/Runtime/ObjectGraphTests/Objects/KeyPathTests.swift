import ObjectGraph
import SampleModels
import Testing

@Suite struct KeyPathTests {
    @Test("A key path to an attribute or relationship has the property's name")
    func attributesAndRelationshipsHaveTheirNames() {
        let model = ManagedObjectModel.superheroes
        #expect(model.propertyName(for: \Superhero.name) == "name")
        #expect(model.propertyName(for: \Superhero.teams) == "teams")
        #expect(model.propertyName(for: \Team.name) == "name")
    }

    @Test("A key path to an enum accessor has the name of its attribute")
    func anEnumHasTheNameOfItsAttribute() {
        #expect(ManagedObjectModel.superheroes.propertyName(for: \Superhero.universe) == "universe")
        #expect(ManagedObjectModel.superheroes.propertyName(for: \Superhero.herouniverse) == "universe")
        #expect(ManagedObjectModel.allTypes.propertyName(for: \EnumValues.grade) == "grade")
        #expect(ManagedObjectModel.allTypes.propertyName(for: \EnumValues.gradeRawValue) == "grade")
    }

    @Test("Key paths to inherited properties have names, also in handwritten classes")
    func inheritedProperties() {
        let model = ManagedObjectModel.inheritance
        #expect(model.propertyName(for: \Vehicle.wheels) == "wheels")
        #expect(model.propertyName(for: \Boat.wheels) == "wheels")
        #expect(model.propertyName(for: \Boat.name) == "name")
    }

    @Test("A key path to anything else has no property name")
    func otherKeyPathsHaveNone() {
        let model = ManagedObjectModel.superheroes
        #expect(model.propertyName(for: \Superhero.objectID) == nil)
        #expect(model.propertyName(for: \Superhero.name?.count) == nil)
        #expect(model.propertyName(for: \Boat.name) == nil)
        #expect(ManagedObjectModel.inheritance.propertyName(for: \Boat.insertionCount) == nil)
    }
}
