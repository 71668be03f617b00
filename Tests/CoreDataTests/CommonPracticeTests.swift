import CoreData
import Foundation
import TestSupport
import Testing

/// What libraries for Core Data and their tests rely on.
@MainActor
@Suite struct CommonPracticeTests {
    @Test("A constraint conflict in an error names its objects, values, and snapshots")
    func constraintConflicts() throws {
        let context = try Garage.context(Garage.model(constraints: [["numberPlate"]]))
        let cars = [context.makeCar("1"), context.makeCar("1")]
        let conflict = try #require(try conflict(of: context))
        #expect(Set(conflict.conflictingObjects) == Set(cars) && conflict.databaseObject == nil)
        #expect(conflict.constraintValues["numberPlate"] as? String == "1")
        #expect(conflict.conflictingSnapshots.count == 2)
        #expect(cars.filter { !$0.objectID.isTemporaryID } == [])
        context.delete(cars[1])
        try context.save()
        let other = context.makeCar("1")
        let second = try #require(try self.conflict(of: context))
        #expect(second.conflictingObjects == [other] && second.databaseObject == cars[0])
    }

    private func conflict(of context: NSManagedObjectContext) throws -> NSConstraintConflict? {
        do {
            try context.save()
            return nil
        } catch let error as NSError {
            #expect(error.code == NSManagedObjectConstraintMergeError)
            return (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first
        }
    }

    @Test("FET-17 a condition on groups names an expression by a variable")
    func conditionsOnGroups() throws {
        let context = try Garage.context()
        for (maker, plate) in [("Fiat", "1"), ("Fiat", "2"), ("Seat", "3")] { context.makeCar(plate).maker = maker }
        try context.save()
        let count = NSExpressionDescription()
        count.name = "count"
        count.expression = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "maker")])
        count.expressionResultType = .integer64AttributeType
        for condition in [
            NSPredicate(format: "%@ > 1", NSExpression(forVariable: "count")), NSPredicate(format: "$count > 1"),
            NSPredicate(format: "count:(maker) > 1"),
        ] {
            let request = NSFetchRequest<NSDictionary>(entityName: "Car")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["maker", count]
            request.propertiesToGroupBy = ["maker"]
            request.havingPredicate = condition
            #expect(try context.fetch(request).map { $0["maker"] as? String } == ["Fiat"])
        }
    }

    @Test(
        "A computed number is of the class that the program declares",
        arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func typesOfNumbers(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = type == NSSQLiteStoreType ? folder.url.appending(path: "Garage.sqlite") : nil
        let context = try Garage.context(Garage.model([Garage.attribute("price", .doubleAttributeType)]), at: url)
        for (plate, price) in [("1", 1.5), ("2", 2.25)] { context.makeCar(plate).setValue(price, forKey: "price") }
        try context.save()
        let total = NSExpressionDescription()
        total.name = "total"
        total.expression = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "price")])
        total.expressionResultType = .decimalAttributeType
        let request = NSFetchRequest<NSDictionary>(entityName: "Car")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = [total]
        #expect(try context.fetch(request).first?["total"] as? NSDecimalNumber == NSDecimalNumber(string: "3.75"))
        total.expressionResultType = .doubleAttributeType
        #expect(try context.fetch(request).first?["total"] as? Double == 3.75)
    }

    @Test(
        "FET-15 an operator at the start of a key path is one over all results, or over those of a group",
        arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func operatorsOverResults(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = type == NSSQLiteStoreType ? folder.url.appending(path: "Garage.sqlite") : nil
        let context = try Garage.context(Garage.model([Garage.attribute("price", .doubleAttributeType)]), at: url)
        for (maker, plate, price) in [("Fiat", "1", 1.5), ("Fiat", "2", 2.25), ("Seat", "3", 4.0)] {
            let car = context.makeCar(plate)
            car.maker = maker
            car.setValue(price, forKey: "price")
        }
        try context.save()
        let computed = ["@sum.price", "@max.price", "@count"].map { path in
            let value = NSExpressionDescription()
            value.name = String(path.dropFirst().prefix { $0 != "." })
            value.expression = NSExpression(forKeyPath: path)
            value.expressionResultType = path == "@count" ? .integer64AttributeType : .doubleAttributeType
            return value
        }
        let request = NSFetchRequest<NSDictionary>(entityName: "Car")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = computed
        let totals = try context.fetch(request)
        #expect(totals.map { $0["sum"] as? Double } == [7.75])
        #expect(totals.map { $0["max"] as? Double } == [4] && totals.map { $0["count"] as? Int } == [3])
        request.propertiesToFetch = ["maker", computed[0]]
        request.propertiesToGroupBy = ["maker"]
        request.sortDescriptors = [NSSortDescriptor(key: "maker", ascending: true)]
        request.havingPredicate = NSPredicate(format: "@count > 1")
        #expect(try context.fetch(request).map { $0["sum"] as? Double } == [3.75])
    }

    @Test("Objects are compared with an entity", arguments: ["entity == %@", "%@ == entity", "entity IN %@"])
    func entities(_ format: String) throws {
        let context = try Garage.context()
        _ = context.makeCar("1", of: context.makePerson())
        try context.save()
        let entity = try #require(NSEntityDescription.entity(forEntityName: "Car", in: context))
        let argument: Any = format.contains("IN") ? [entity] : entity
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.predicate = NSPredicate(format: format, argumentArray: [argument])
        #expect(try context.fetch(request).count == 1)
        let person = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).first)
        #expect(request.predicate?.evaluate(with: person) == false)
        request.predicate = NSPredicate(format: "owner.entity == %@", entity)
        #expect(try context.count(for: request) == 0)
    }

    @Test("A text is compared with the key 'entity' as it is")
    func textsOfEntities() {
        let predicate = NSPredicate(format: "entity == %@", "Car")
        #expect(predicate.evaluate(with: ["entity": "Car"]) && !predicate.evaluate(with: ["entity": "Person"]))
    }

    @Test("Accessing no key ends the fault of a new object")
    func accessToNewFaults() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        context.refresh(car, mergeChanges: false)
        #expect(car.isFault)
        car.willAccessValue(forKey: nil)
        #expect(!car.isFault && car.numberPlate == "1")
    }

    @Test("A new composite attribute has the composite type")
    func compositeAttributes() {
        #expect(NSCompositeAttributeDescription().attributeType == .compositeAttributeType)
    }

    @Test("Beginning to follow others again refreshes nothing")
    func following() throws {
        let context = try Garage.context()
        context.automaticallyMergesChangesFromParent = true
        let car = context.makeCar("1")
        try context.save()
        nonisolated(unsafe) var refreshed = 0
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { notification in
            refreshed += (notification.userInfo?[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
        }
        context.automaticallyMergesChangesFromParent = true
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        _ = other.makeCar("2")
        try other.save()
        context.processPendingChanges()
        #expect(refreshed == 0 && car.numberPlate == "1")
        NotificationCenter.default.removeObserver(token)
    }

    @Test("Collections have the values of their members for keys, key paths, and operators, and set them")
    func keysOfCollections() throws {
        let context = try Garage.context(Garage.model([Garage.attribute("price", .doubleAttributeType)]))
        let person = context.makePerson()
        person.firstName = "Ada"
        let values: [(maker: String?, price: Double)] = [("Fiat", 1.5), ("Fiat", 2.5), (nil, 4)]
        let cars = values.enumerated().map { index, value in
            let car = context.makeCar("\(index)", of: person)
            car.maker = value.maker
            car.setValue(value.price, forKey: "price")
            return car
        }
        let list = NSArray(array: cars)
        #expect(list.value(forKey: "numberPlate") as? [String] == ["0", "1", "2"])
        #expect((list.value(forKey: "maker") as? [Any])?.last is NSNull)
        #expect(list.value(forKeyPath: "owner.firstName") as? [String] == ["Ada", "Ada", "Ada"])
        #expect(list.value(forKeyPath: "@sum.price") as? Double == 8 && list.value(forKey: "@count") as? Int == 3)
        #expect(list.value(forKeyPath: "@unionOfObjects.numberPlate") as? [String] == ["0", "1", "2"])
        let set = try #require(person.cars)
        #expect(set.value(forKey: "maker") as? Set<String> == ["Fiat"])
        #expect(set.value(forKeyPath: "@max.price") as? Double == 4)
        let ordered = NSOrderedSet(array: cars)
        #expect((ordered.value(forKey: "price") as? NSOrderedSet)?.array as? [Double] == [1.5, 2.5, 4])
        #expect((ordered.value(forKey: "maker") as? NSOrderedSet)?.count == 2)
        set.setValue("Seat", forKey: "maker")
        #expect(cars.map(\.maker) == ["Seat", "Seat", "Seat"])
        let numbers: NSArray = [1, 2, 3]
        #expect(numbers.value(forKeyPath: "@sum.self") as? Int == 6)
        let rows: NSArray = [["maker": "Fiat"], ["maker": "Seat"]]
        #expect(rows.value(forKey: "maker") as? [String] == ["Fiat", "Seat"])
        #expect(rows.value(forKeyPath: "@max.maker") as? String == "Seat")
    }
}
