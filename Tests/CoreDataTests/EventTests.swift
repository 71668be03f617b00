import CoreData
import Foundation
import Testing

/// What programs are told about saves, deletions, and merges.
@MainActor
@Suite struct EventTests {
    /// The names and contents of a context's notifications.
    private final class Log: Sendable {
        nonisolated(unsafe) private(set) var notifications: [Notification] = []
        nonisolated(unsafe) private var tokens: [any NSObjectProtocol] = []

        init(of context: NSManagedObjectContext) {
            for name in [
                NSManagedObjectContext.didChangeObjectsNotification, NSManagedObjectContext.willSaveObjectsNotification,
                NSManagedObjectContext.didSaveObjectsNotification,
            ] {
                tokens.append(
                    NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [weak self] in
                        self?.notifications.append($0)
                    })
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }

    private final class Sections: NSObject, NSFetchedResultsControllerDelegate {
        nonisolated(unsafe) var counts: [Int] = []

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) {
            if type == .delete { counts.append(sectionInfo.numberOfObjects) }
        }
    }

    @Test("A save without changes is announced as any other")
    func emptySave() throws {
        let context = try Garage.context()
        let log = Log(of: context)
        try context.save()
        #expect(
            log.notifications.map(\.name) == [
                NSManagedObjectContext.willSaveObjectsNotification, NSManagedObjectContext.didSaveObjectsNotification,
            ])
        #expect(log.notifications.allSatisfy { $0.userInfo?.isEmpty != false })
        _ = context.makeCar("1")
        try context.save()
        #expect(
            log.notifications.map(\.name).filter { $0 == NSManagedObjectContext.didSaveObjectsNotification }.count == 2)
    }

    @Test("An observer of saves can save the context, which isn't announced again, but not before the save has written")
    func savesOfObservers() throws {
        let context = try Garage.context()
        nonisolated(unsafe) var saveCount = 0
        nonisolated(unsafe) var refusalCount = 0
        let tokens = [
            NSManagedObjectContext.willSaveObjectsNotification, NSManagedObjectContext.didSaveObjectsNotification,
        ].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                if name == NSManagedObjectContext.didSaveObjectsNotification { saveCount += 1 }
                do { try context.save() } catch { refusalCount += 1 }
            }
        }
        _ = context.makeCar("1")
        try context.save()
        #expect(!context.hasChanges && saveCount == 1 && refusalCount == 1)
        try context.save()
        #expect(saveCount == 2 && refusalCount == 1)
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    @Test("Delete rules apply at the end of the event")
    func deletions() throws {
        let context = try Garage.context()
        let person = context.makePerson()
        let car = context.makeCar("1", of: person)
        try context.save()
        context.delete(person)
        #expect(person.isDeleted && !car.isDeleted && context.deletedObjects == [person])
        context.processPendingChanges()
        #expect(car.isDeleted && context.deletedObjects == [person, car])
        context.rollback()
        #expect(!car.isDeleted && car.owner === person)
        context.delete(person)
        // A fetch does not find what the deletion leads to.
        #expect(try context.count(for: NSFetchRequest<GarageCar>(entityName: "Car")) == 0)
        try context.save()
        #expect(car.managedObjectContext == nil)
    }

    @Test("A new object with the rule Deny leaves its new destinations, which no store has")
    func denyAmongNewObjects() throws {
        let context = try Garage.context(Garage.model(deleteRule: .denyDeleteRule))
        let person = context.makePerson()
        let car = context.makeCar("1", of: person)
        context.delete(person)
        try context.save()
        #expect(car.owner == nil && !car.isDeleted && person.managedObjectContext == nil)
    }

    @Test("A reset reports the IDs of the objects that the context had")
    func reset() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        try context.save()
        let log = Log(of: context)
        context.reset()
        let objectIDs = log.notifications.last?.userInfo?[NSInvalidatedAllObjectsKey] as? [NSManagedObjectID]
        #expect(objectIDs == [car.objectID])
    }

    @Test("Insertions that a context merges are registered with it")
    func mergedInsertions() throws {
        let context = try Garage.context()
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let log = Log(of: other)
        let car = other.makeCar("1")
        try other.save()
        context.mergeChanges(fromContextDidSave: try #require(log.notifications.last))
        #expect(context.registeredObjects.map(\.objectID) == [car.objectID])
        #expect(context.registeredObject(for: car.objectID) is GarageCar)
    }

    @Test("A deleted section has no objects")
    func deletedSection() throws {
        let context = try Garage.context()
        let cars = ["1", "2"].map { context.makeCar($0) }
        (cars[0].maker, cars[1].maker) = ("Alfa", "Fiat")
        try context.save()
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "maker", cacheName: nil)
        let sections = Sections()
        controller.delegate = sections
        try controller.performFetch()
        context.delete(cars[1])
        try context.save()
        #expect(sections.counts == [0] && controller.sections?.count == 1)
    }

    @Test("The object that remains of a constraint conflict is told that it is saved")
    func survivor() throws {
        for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
            let context = try Garage.context(Garage.model(constraints: [["numberPlate"]]))
            context.mergePolicy = policy
            let car = context.makeCar("1")
            try context.save()
            let person = context.makePerson()
            let double = context.makeCar("1", of: person)
            try context.save()
            let survivors = [car, double].filter { $0.managedObjectContext === context }
            #expect(survivors.count == 1 && survivors[0].owner === person)
            #expect(survivors[0].events.contains("willSave"))
        }
    }

    @Test("A group can count the property that defines it")
    func countedGroups() throws {
        let context = try Garage.context()
        for (plate, maker) in [("1", "Fiat"), ("2", "Alfa"), ("3", "Fiat")] { context.makeCar(plate).maker = maker }
        try context.save()
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "maker")])
        count.expressionResultType = .integer64AttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Car")
        request.resultType = .dictionaryResultType
        request.propertiesToGroupBy = ["maker"]
        request.propertiesToFetch = ["maker", count]
        request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
        let rows = try context.fetch(request)
        #expect(rows.map { $0["maker"] as? String } == ["Alfa", "Fiat"])
        #expect(rows.map { $0["count"] as? Int } == [1, 2])
    }

    @Test("A required derived attribute needs a value before the save that computes it")
    func requiredDerivedAttribute() throws {
        let title = NSDerivedAttributeDescription()
        title.name = "title"
        title.attributeType = .stringAttributeType
        title.isOptional = false
        title.derivationExpression = NSExpression(forKeyPath: "numberPlate")
        let context = try Garage.context(Garage.model([title]))
        let car = context.makeCar("1")
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSValidationMissingMandatoryPropertyError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "title")
        car.setValue("", forKey: "title")
        try context.save()
        #expect(car.value(forKey: "title") as? String == "1")
    }
}
