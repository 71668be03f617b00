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

    @Test("An object is of its class and of the classes above it")
    func classes() {
        let car: NSManagedObject = context.makeCar("1")
        #expect(car.isKind(of: GarageCar.self) && car.isKind(of: NSManagedObject.self))
        #expect(!car.isKind(of: GaragePerson.self) && !car.isKind(of: NSString.self))
        #expect(car.isMember(of: GarageCar.self) && !car.isMember(of: NSManagedObject.self))
    }

    @Test("An object in no context has no destinations, which can be set to none, and conditions see that")
    func objectsInNoContext() throws {
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Person", in: context))
        let person = GaragePerson(entity: entity, insertInto: nil)
        #expect(NSPredicate(format: "firstName == nil AND cars.@count == 0").evaluate(with: person))
        #expect(!NSPredicate(format: "ANY cars.maker == 'Fiat'").evaluate(with: person))
        #expect(person.value(forKeyPath: "cars.@count") as? Int == 0)
        person.cars = NSSet()
        person.cars = nil
        #expect(person.ownedCars.isEmpty)
        context.insert(person)
        let car = context.makeCar("1", of: person)
        try context.save()
        #expect(person.ownedCars == [car])
        context.delete(car)
        try context.save()
        car.owner = nil
        #expect(car.owner == nil && person.ownedCars.isEmpty)
    }

    @Test("A relationship that is set to a deleted object does not have it")
    func deletedDestinations() throws {
        let context = try Garage.context(Garage.model(deleteRule: .nullifyDeleteRule))
        let (person, other) = (context.makePerson(), context.makePerson())
        let cars = [context.makeCar("1", of: other), context.makeCar("2")]
        try context.save()
        context.delete(person)
        cars[0].owner = person
        #expect(cars[0].owner == nil && other.ownedCars.isEmpty)
        context.processPendingChanges()
        cars[0].owner = person
        context.delete(cars[1])
        other.cars = NSSet(array: cars)
        #expect(other.ownedCars == [cars[0]])
        other.mutableSetValue(forKey: "cars").add(cars[1])
        try context.save()
        #expect(other.ownedCars == [cars[0]] && cars[0].owner == other)
        #expect(try context.count(for: NSFetchRequest<GarageCar>(entityName: "Car")) == 1)
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
        weak var car: GarageCar?
        car = person.ownedCars.first
        #expect(car?.owner === person)
        context.refresh(person, mergeChanges: false)
        context.refreshAllObjects()
        #expect(car == nil)
    }

    private func plates(_ predicate: NSPredicate) throws -> [String?] {
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = predicate
        return try context.fetch(request).map(\.numberPlate)
    }

    @Test("FET-30 and FET-31 a predicate with an unsaved object means it after the save, however it is made")
    func unsavedObjectsInPredicates() throws {
        let (person, other) = (context.makePerson(), context.makePerson())
        let car = context.makeCar("1", of: person)
        let unowned = context.makeCar("2")
        let comparison = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "owner"), rightExpression: NSExpression(forConstantValue: person),
            modifier: .direct, type: .equalTo)
        let format = NSPredicate(format: "owner == %@", person)
        let negation = NSCompoundPredicate(notPredicateWithSubpredicate: format)
        let predicates = [
            format,
            NSPredicate(format: "owner IN %@", argumentArray: [[person, other]]),
            NSPredicate(format: "owner IN %@", argumentArray: [Set([person])]),
            NSPredicate(format: "owner IN %@", NSSet(object: person)),
            NSPredicate(format: "owner == $owner").withSubstitutionVariables(["owner": person]),
            NSCompoundPredicate(andPredicateWithSubpredicates: [format, NSPredicate(format: "numberPlate == '1'")]),
            NSCompoundPredicate(notPredicateWithSubpredicate: negation),
            comparison,
        ]
        let ofPerson = NSFetchRequest<GaragePerson>(entityName: "Person")
        ofPerson.predicate = NSPredicate(format: "SUBQUERY(cars, $car, $car.owner == %@).@count == 1", person)
        for predicate in predicates { #expect(try plates(predicate) == ["1"], "\(predicate)") }
        #expect(try context.fetch(ofPerson) == [person])
        let copy = try #require(ofPerson.copy() as? NSFetchRequest<GaragePerson>)
        try context.save()
        #expect(!person.objectID.isTemporaryID)
        for predicate in predicates {
            #expect(try plates(predicate) == ["1"], "\(predicate)")
            #expect(predicate.evaluate(with: car) && !predicate.evaluate(with: unowned), "\(predicate)")
        }
        #expect(try context.fetch(ofPerson) == [person])
        #expect(try context.fetch(copy) == [person])
    }

    @Test("Predicates with one object are equal, also if one was made before the object was saved")
    func equalPredicates() throws {
        let (person, other) = (context.makePerson(), context.makePerson())
        func predicates(_ person: GaragePerson) -> [NSPredicate] {
            [
                NSPredicate(format: "owner == %@", person), NSPredicate(format: "owner IN %@", NSArray(object: person)),
                NSPredicate(format: "numberPlate == '1' AND owner == %@", person),
            ]
        }
        let (before, others) = (predicates(person), predicates(other))
        let expression = NSExpression(forConstantValue: person)
        let hashes = before.map(\.hash)
        #expect(before == predicates(person))
        try context.save()
        #expect(before == predicates(person))
        #expect(before.map(\.hash) == hashes && predicates(person).map(\.hash) == hashes)
        for (predicate, other) in zip(before, others) { #expect(predicate != other) }
        #expect(expression == NSExpression(forConstantValue: person))
        #expect(expression != NSExpression(forConstantValue: other))
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
