import CoreData
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct DefaultValueTests {
    @Test("A required transient attribute with a default has it again after a fault was fired")
    func transientDefaults() throws {
        let folder = try TemporaryFolder()
        let gear = Garage.attribute(
            "gear", .integer16AttributeType, isOptional: false, isTransient: true, defaultValue: 3)
        let context = try Garage.context(Garage.model([gear]), at: folder.url.appending(path: "Garage.sqlite"))
        let car = context.makeCar("1")
        #expect(car.speed == 0 && car.value(forKey: "gear") as? Int == 3)
        car.setValue(50, forKey: "speed")
        try context.save()
        #expect(car.speed == 50)
        context.refresh(car, mergeChanges: false)
        #expect(car.value(forKey: "gear") as? Int == 3 && car.value(forKey: "speed") as? Int == 0)
        car.maker = "Fiat"
        try context.save()
        #expect(!context.hasChanges && car.value(forKey: "gear") as? Int == 3)
        context.refreshAllObjects()
        car.numberPlate = "2"
        try context.save()
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.returnsObjectsAsFaults = false
        context.reset()
        let found = try #require(try context.fetch(request).first)
        #expect(found.value(forKey: "gear") as? Int == 3 && found.changedValues().isEmpty)
    }

    @Test("A child reads the default of a transient attribute, or the value of its parent")
    func transientDefaultsInAChild() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        car.setValue(20, forKey: "speed")
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = context
        let copy = try #require(child.object(with: car.objectID) as? GarageCar)
        #expect(copy.value(forKey: "speed") as? Int == 20)
    }

    @Test("A default value of a transformable or binary attribute is that of new objects")
    func encodedDefaults() throws {
        let tags = Garage.attribute(
            "tags", .transformableAttributeType, isOptional: false, defaultValue: ["new", "clean"])
        let key = Garage.attribute("key", .binaryDataAttributeType, defaultValue: Data([1, 2, 3]))
        let context = try Garage.context(Garage.model([tags, key]))
        let car = context.makeCar("1")
        #expect(car.value(forKey: "tags") as? [String] == ["new", "clean"])
        #expect(car.value(forKey: "key") as? Data == Data([1, 2, 3]))
        try context.save()
        context.refresh(car, mergeChanges: false)
        #expect(car.value(forKey: "tags") as? [String] == ["new", "clean"])
    }
}
