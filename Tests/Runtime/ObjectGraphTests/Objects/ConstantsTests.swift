import ObjectGraph
import SampleModels
import Testing

/// What a model says, as constants.
struct ConstantsTests {
    @Test("Generated constants name the properties of an entity")
    func propertyNames() {
        #expect(Superhero.PropertyName.universe == "universe")
        #expect(Superhero.PropertyName.all == ["abilities", "name", "teams", "universe"])
    }

    @Test("Generated constants include inherited properties")
    func propertyNamesIncludeInheritedOnes() {
        #expect(RaceCar.PropertyName.name == "name")
        #expect(RaceCar.PropertyName.topSpeed == "topSpeed")
        #expect(Vehicle.PropertyName.all == ["driver", "name", "tags", "wheels"])
        #expect(Boat.PropertyName.registered == "registered")
    }

    @Test("Generated property names can be used as keys")
    func propertyNamesAreKeys() throws {
        let hero = Superhero(context: try makeContext(), name: "Thor")
        #expect(hero.value(forKey: Superhero.PropertyName.name) as? String == "Thor")
        for name in Superhero.PropertyName.all {
            #expect(
                hero.entity.attribute(named: name) != nil
                    || hero.entity.relationship(named: name) != nil)
        }
    }

    @Test("Generated constants contain the user info of entities and properties")
    func userInfo() {
        #expect(Author.UserInfo.icon == "\"quill\"")
        #expect(Author.UserInfo.comExampleTable == "authors")
        #expect(Book.UserInfo.Cover.column == "cover_kind")
        #expect(Book.UserInfo.Cover._2x == "yes")
    }

    @Test("Every generated class knows the name of its entity")
    func entityNames() {
        #expect(ManagedObject.nameOfEntity == "ManagedObject")
        #expect(Superhero.nameOfEntity == "Superhero")
        #expect(Vehicle.nameOfEntity == "Vehicle")
        #expect(RaceCar.nameOfEntity == "RaceCar")
        let classes: [ManagedObject.Type] = [Car.self, RaceCar.self, Boat.self, Pamphlet.self]
        #expect(classes.map(\.nameOfEntity) == ["Car", "RaceCar", "Boat", "Pamphlet"])
    }
}
