import CoreData
import Foundation
import Testing

/// What objects know of their context, and what they retain.
@MainActor
@Suite struct ObjectContextTests {
    private let context: NSManagedObjectContext

    init() throws { context = try Garage.context() }

    @Test("An object that was deleted before it was saved is in no context")
    func deletedInsertion() throws {
        let car = context.makeCar("1")
        context.delete(car)
        #expect(car.isDeleted && car.managedObjectContext == nil && !context.hasChanges)
        context.processPendingChanges()
        #expect(car.managedObjectContext == nil && !context.registeredObjects.contains(car))
    }

    @Test("Objects retain the destinations that were read from them, with what only instances have")
    func retainedDestinations() throws {
        let person = context.makePerson()
        do {
            let cars = [context.makeCar("1", of: person), context.makeCar("2", of: person)]
            #expect(person.ownedCars == Set(cars))
        }
        try context.save()
        context.refreshAllObjects()
        for car in person.ownedCars {
            #expect(car.isFault)
            car.isSelected = true
            _ = car.numberPlate
        }
        #expect(person.ownedCars.count == 2 && person.ownedCars.allSatisfy { $0.isSelected && !$0.isFault })
        weak let car = person.ownedCars.first
        #expect(car?.owner === person)
        context.refresh(person, mergeChanges: false)
        context.refreshAllObjects()
        #expect(car == nil)
    }

    @Test("Objects that refer to each other go with their context")
    func cyclesEnd() throws {
        weak var person: GaragePerson?
        weak var car: GarageCar?
        do {
            let context = try Garage.context()
            let (owner, owned) = (context.makePerson(), context.makeCar("1"))
            owned.owner = owner
            try context.save()
            #expect(owner.ownedCars == [owned] && owned.owner === owner)
            (person, car) = (owner, owned)
        }
        #expect(person == nil && car == nil)
    }

    @Test("A second deletion does not prepare an object again")
    func secondDeletion() throws {
        let (car, new) = (context.makeCar("1"), context.makeCar("2"))
        try context.save()
        for _ in 0..<2 { context.delete(car) }
        for _ in 0..<2 { context.delete(new) }
        context.processPendingChanges()
        context.delete(car)
        #expect(car.events.filter { $0 == "prepareForDeletion" }.count == 1)
        try context.save()
        context.delete(car)
        context.delete(new)
        #expect(car.events.filter { $0 == "prepareForDeletion" }.count == 1)
        #expect(new.events.filter { $0 == "prepareForDeletion" }.count == 1)
    }

    @Test("A refreshed insertion is a fault until it is touched, and is saved with its values")
    func refreshedInsertion() throws {
        let car = context.makeCar("1")
        #expect(!car.isFault)
        for _ in 0..<2 {
            context.refresh(car, mergeChanges: false)
            #expect(car.isFault && car.isInserted)
            car.willAccessValue(forKey: "numberPlate")
            #expect(!car.isFault)
        }
        context.refresh(car, mergeChanges: false)
        try context.save()
        #expect(!car.isFault && car.numberPlate == "1")
        let (fresh, other) = (context.makeCar("2"), context.makeCar("3"))
        context.refresh(fresh, mergeChanges: false)
        other.owner = context.makePerson()
        fresh.owner = other.owner
        #expect(!fresh.isFault)
        context.refresh(fresh, mergeChanges: true)
        #expect(!fresh.isFault && fresh.numberPlate == "2")
    }

    @Test("Objects have no values after their context was reset")
    func afterReset() throws {
        let person = context.makePerson()
        let car = context.makeCar("1", of: person)
        car.setValue(100, forKey: "speed")
        try context.save()
        context.reset()
        #expect(car.numberPlate == nil && car.speed == 0 && car.owner == nil && car.managedObjectContext == nil)
        #expect(person.ownedCars.isEmpty && person.firstName == nil && !car.isDeleted)
    }
}
