import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules VAL-1 to VAL-8, VAL-12 and CTX-9: what a save refuses, and that it can be mended.
struct ValidationTests {
    private func refusals(of context: ManagedObjectContext) -> [ValidationError]? {
        validationErrors { try context.save() }
    }

    @Test("VAL-2, VAL-5 and VAL-24 every missing required value is reported, in a stable order")
    func requiredValues() throws {
        let context = try makeContext(.allTypes)
        let object = RequiredValues(context: context)
        object.boolean = true
        let errors = try #require(refusals(of: context))
        #expect(
            errors.map(\.key) == [
                "binary", "date", "decimal", "double", "float", "integer16", "integer32", "integer64", "string",
                "uri", "uuid",
            ])
        #expect(errors.allSatisfy { $0.code == .missingMandatoryProperty && $0.objectID == object.objectID })
    }

    @Test("CTX-9 after a correction, the same changes can be saved")
    func mending() throws {
        let context = try makeContext(.inheritance)
        let driver = Driver(context: context)
        driver.setValue(nil, forKey: "name")
        let car = Car(context: context)
        car.driver = driver
        #expect(refusals(of: context)?.count == 1)
        #expect(context.insertedObjects == [driver, car])
        #expect(driver.objectID.isTemporaryID)
        #expect(car.driver === driver)
        #expect(try context.sibling().all(Car.self).isEmpty)
        driver.name = "Niki"
        try context.save()
        #expect(try context.reread(car) { $0.driver?.name } == "Niki")
    }

    @Test("VAL-7 an empty string is a value")
    func emptyText() throws {
        let context = try makeContext(.inheritance)
        #expect(Driver(context: context).name == "")
        try context.save()
    }

    @Test("VAL-1 a value is not checked when it is set")
    func settingNil() throws {
        let context = try makeContext(.inheritance)
        let driver = Driver(context: context)
        try context.save()
        driver.setValue(nil, forKey: "name")
        #expect(driver.name == "")
        #expect(refusals(of: context)?.map(\.key) == ["name"])
        context.rollback()
        try context.save()
    }

    @Test("VAL-3 a required to-one")
    func requiredToOne() throws {
        let context = try makeContext(.deleteRules)
        let line = InvoiceLine(context: context)
        let errors = try #require(refusals(of: context))
        #expect(errors.map(\.key) == ["invoice"])
        #expect(errors.map(\.code) == [.missingMandatoryProperty])
        line.invoice = Invoice(context: context)
        try context.save()
    }

    @Test("VAL-8 a required to-many")
    func requiredToMany() throws {
        let context = try makeContext(.deleteRules)
        let choir = Choir(context: context)
        choir.name = "Bach"
        #expect(refusals(of: context)?.map(\.code) == [.relationshipLacksMinimumCount])
        choir.addToSingers(Singer(context: context))
        try context.save()
        choir.singers = []
        #expect(refusals(of: context)?.map(\.key) == ["singers"])
    }

    @Test("VAL-8 a to-many relationship that isn't optional and has no minimum count may be empty")
    func emptyToMany() throws {
        let bag = Entity(
            name: "Bag",
            relationships: [
                Relationship(
                    name: "things", isOptional: false, isToMany: true, destinationName: "Thing", inverseName: "bag",
                    inverseEntityName: "Thing")
            ])
        let thing = Entity(
            name: "Thing",
            relationships: [
                Relationship(
                    name: "bag", isOptional: true, maximumCount: 1, destinationName: "Bag", inverseName: "things",
                    inverseEntityName: "Bag")
            ])
        let context = try makeContext(ManagedObjectModel(Model(name: "Bags", entities: [bag, thing])))
        let object = context.insertNewObject(forEntityName: "Bag")
        try context.save()
        let member = context.insertNewObject(forEntityName: "Thing")
        object.setValue([member], forKey: "things")
        try context.save()
        _ = try context.execute(BatchDeleteRequest(objectIDs: [member.objectID]))
        context.refreshAllObjects()
        #expect((object.value(forKey: "things") as? Set<ManagedObject>)?.isEmpty == true)
    }

    @Test("VAL-12 counts of an optional to-many", arguments: 0...4)
    func counts(_ count: Int) throws {
        let context = try makeContext(.deleteRules)
        let squad = Squad(context: context)
        squad.addToPlayers((0..<count).map { _ in SquadPlayer(context: context) })
        squad.addToReserves((0..<count).map { _ in SquadPlayer(context: context) })
        switch count {
        case 1: #expect(refusals(of: context)?.map(\.code) == [.relationshipLacksMinimumCount])
        case 4: #expect(refusals(of: context)?.map(\.code) == [.relationshipExceedsMaximumCount])
        default: try context.save()
        }
    }

    @Test("VAL-12 deleting a destination changes the count")
    func countsAfterADeletion() throws {
        let context = try makeContext(.deleteRules)
        let squad = Squad(context: context)
        let players = (0..<2).map { _ in SquadPlayer(context: context) }
        squad.addToPlayers(players)
        try context.save()
        context.delete(players[0])
        #expect(refusals(of: context)?.map(\.objectID) == [squad.objectID])
        squad.addToPlayers(SquadPlayer(context: context))
        try context.save()
    }

    @Test("VAL-20 a deleted object is not checked for values")
    func deletedObjects() throws {
        let context = try makeContext(.inheritance)
        let driver = Driver(context: context)
        try context.save()
        driver.setValue(nil, forKey: "name")
        context.delete(driver)
        try context.save()
        #expect(!context.hasChanges)
        #expect(try context.all(Driver.self).isEmpty)
    }

    @Test("VAL-23 the errors of several objects are thrown together, in the order of the objects")
    func severalObjects() throws {
        let context = try makeContext(.deleteRules)
        let choirs = (0..<3).map { _ in Choir(context: context) }
        let errors = try #require(refusals(of: context))
        #expect(errors.map(\.objectID) == choirs.flatMap { [$0.objectID, $0.objectID] })
        #expect(errors.prefix(2).map(\.key) == ["name", "singers"])
    }

    @Test("Error messages contain no values")
    func messagesHoldNoValues() throws {
        let context = try makeContext(.deleteRules)
        let squad = Squad(context: context)
        squad.name = "secret"
        squad.addToPlayers(SquadPlayer(context: context))
        let error = try #require(#expect(throws: (any Error).self) { try context.save() })
        #expect("\(error)" == "\(squad.objectID): 'Squad.players' needs 2 destinations but has 1")
    }
}
