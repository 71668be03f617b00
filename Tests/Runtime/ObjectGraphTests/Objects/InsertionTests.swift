import ObjectGraph
import SampleModels
import Testing

/// Rules OBJ-1 to OBJ-10 and MOD-9: what a new object is.
struct InsertionTests {
    @Test("OBJ-1 an inserted object is registered and inserted")
    func insertingByName() throws {
        let context = try makeContext()
        let object = context.insertNewObject(forEntityName: "Superhero")
        #expect(object is Superhero)
        #expect(object.entity.name == "Superhero")
        #expect(object.isInserted)
        #expect(!object.isUpdated)
        #expect(!object.isDeleted)
        #expect(object.hasChanges)
        #expect(object.managedObjectContext === context)
        #expect(context.insertedObjects == [object])
        #expect(context.registeredObject(for: object.objectID) === object)
    }

    @Test("OBJ-3 the initializer of a class inserts an object of its entity")
    func insertingByClass() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        #expect(hero.entity.name == "Superhero")
        #expect(hero.isInserted)
        #expect(context.insertedObjects == [hero])
    }

    @Test("OBJ-3 the class of a descendant inserts the descendant")
    func insertingADescendant() throws {
        let context = try makeContext(.inheritance)
        let car = RaceCar(context: context)
        #expect(car.entity.name == "RaceCar")
        #expect(car.entity.ancestorNames == ["Car", "Vehicle"])
        #expect(car.wheels == 4)
    }

    @Test("OBJ-5 and OBJ-6 defaults are set before awakeFromInsert, which is called once and never for a fetch")
    func awakeningFromInsert() throws {
        let context = try makeContext(.inheritance)
        let boat = Boat(context: context)
        #expect(boat.name == "Boat with 4 wheels")
        #expect(boat.insertionCount == 1)
        try context.save()
        let other = try context.sibling()
        let fetched = try #require(try other.all(Boat.self).first)
        #expect(fetched.insertionCount == 0)
        #expect(fetched.name == "Boat with 4 wheels")
        #expect(fetched.wheels == 0)
    }

    @Test("OBJ-10 a new object that is modified stays inserted")
    func modifyingANewObject() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        hero.name = "Flash"
        #expect(context.insertedObjects == [hero])
        #expect(context.updatedObjects.isEmpty)
    }

    @Test("OBJ-9 after a save nothing is pending")
    func savingSettles() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        try context.save()
        #expect(!hero.isInserted)
        #expect(!hero.hasChanges)
        #expect(!context.hasChanges)
        #expect(context.insertedObjects.isEmpty)
    }

    @Test("OBJ-8 changing a stored object marks it as updated")
    func updating() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        try context.save()
        hero.name = "Flash"
        #expect(hero.isUpdated)
        #expect(context.updatedObjects == [hero])
        #expect(context.insertedObjects.isEmpty)
        try context.save()
        #expect(!hero.isUpdated)
        #expect(hero.name == "Flash")
    }

    @Test("MOD-10 an entity without a class has instances of ManagedObject")
    func insertingWithoutAClass() throws {
        let context = try makeContext(.awkward)
        let target = context.insertNewObject(forEntityName: "Target")
        #expect(type(of: target) == ManagedObject.self)
        target.setValue("bull's eye", forKey: "name")
        #expect(target.value(forKey: "name") as? String == "bull's eye")
    }

    @Test("The description of an object contains no values")
    func descriptionsHoldNoValues() throws {
        let context = try makeContext()
        let hero = Superhero(context: context)
        hero.name = "Bruce Wayne"
        #expect(!hero.description.contains("Bruce"))
        #expect(hero.description.hasPrefix("<Superhero Superhero/t"))
    }
}
