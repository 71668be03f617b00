import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// Constants of another type than the attribute that they are compared with.
@MainActor
@Suite struct AttributeConstantTests {
    private func plates(_ format: String, _ arguments: Any?..., save: Bool) throws -> Set<String?> {
        let context = try Garage.context()
        for plate in ["9", "10", "11"] { _ = context.makeCar(plate) }
        if save { try context.save() }
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
        let found = try context.fetch(request)
        #expect(try context.count(for: request) == found.count)
        return Set(found.map(\.numberPlate))
    }

    @Test("Numbers find text, and text finds numbers, before and after a save", arguments: [false, true])
    func conversions(isSaved: Bool) throws {
        #expect(try plates("%K IN [9,10]", "numberPlate", save: isSaved) == ["9", "10"])
        #expect(try plates("numberPlate IN %@", [9, 11], save: isSaved) == ["9", "11"])
        #expect(try plates("numberPlate == %d", 10, save: isSaved) == ["10"])
        #expect(try plates("11 == numberPlate", save: isSaved) == ["11"])
        #expect(try plates("numberPlate BEGINSWITH %@", 1, save: isSaved) == ["10", "11"])
        #expect(try plates("numberPlate == nil OR numberPlate == '9'", save: isSaved) == ["9"])
    }

    private func heroes(_ format: String, _ arguments: Any?...) throws -> Set<Int32> {
        let context = makeContainer().viewContext
        let team = Team(context: context)
        for number in 1...3 as ClosedRange<Int32> {
            let hero = Superhero(context: context)
            hero.universe = number
            if number > 1 { team.addToHeroes(hero) }
        }
        try context.save()
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 as Any })
        return Set(try context.fetch(request).map(\.universe))
    }

    @Test("Text finds numbers, also at the end of a path")
    func numbers() throws {
        #expect(try heroes("universe IN {'1', '3'}") == [1, 3])
        #expect(try heroes("universe > %@", "1") == [2, 3])
        #expect(try heroes("ANY teams.heroes.universe == '3'") == [2, 3])
    }

    @Test(
        "Text finds URIs, UUIDs, and Booleans, and numbers find dates",
        arguments: [NSInMemoryStoreType, NSSQLiteStoreType])
    func otherTypes(_ type: String) throws {
        let folder = try TemporaryFolder()
        let model = Garage.model([
            Garage.attribute("page", .URIAttributeType), Garage.attribute("key", .UUIDAttributeType),
            Garage.attribute("sold", .dateAttributeType), Garage.attribute("isNew", .booleanAttributeType),
        ])
        let url = type == NSSQLiteStoreType ? folder.url.appending(path: "Garage.sqlite") : nil
        let context = try Garage.context(model, at: url)
        let keys = [UUID(), UUID(), UUID()]
        for (number, key) in keys.enumerated() {
            let car = context.makeCar("\(number)")
            car.setValue(URL(string: "https://example.com/\(number)"), forKey: "page")
            car.setValue(key, forKey: "key")
            car.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: "sold")
            car.setValue(number == 1, forKey: "isNew")
        }
        try context.save()
        func found(_ format: String, _ arguments: Any...) throws -> Set<String?> {
            let request = NSFetchRequest<GarageCar>(entityName: "Car")
            request.predicate = NSPredicate(format: format, argumentArray: arguments)
            return Set(try context.fetch(request).map(\.numberPlate))
        }
        #expect(try found("page == %@", "https://example.com/1") == ["1"])
        #expect(try found("page != %@", "https://example.com/1") == ["0", "2"])
        #expect(try found("page IN %@", ["https://example.com/1", "https://example.com/2"]) == ["1", "2"])
        #expect(try found("page CONTAINS[c] %@", "EXAMPLE") == ["0", "1", "2"])
        #expect(try found("page LIKE '*1' OR page ENDSWITH '2'") == ["1", "2"])
        #expect(try found("key == %@", keys[2].uuidString) == ["2"])
        #expect(try found("key IN %@", keys.map(\.uuidString)) == ["0", "1", "2"])
        #expect(try found("sold > %@", 0.5) == ["1", "2"])
        #expect(try found("sold BETWEEN {1, 1}") == ["1"])
        #expect(try found("isNew == 'YES'") == ["1"])
    }

    @Test("Batch requests convert constants as fetches do")
    func batchRequests() throws {
        let context = try Garage.context()
        for plate in ["9", "10", "11"] { _ = context.makeCar(plate) }
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Car")
        update.predicate = NSPredicate(format: "numberPlate IN %@", [9, 10])
        update.propertiesToUpdate = ["maker": "Fiat"]
        update.resultType = .updatedObjectsCountResultType
        #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
        let cars = NSFetchRequest<any NSFetchRequestResult>(entityName: "Car")
        cars.predicate = NSPredicate(format: "numberPlate == %d", 11)
        let deletion = NSBatchDeleteRequest(fetchRequest: cars)
        deletion.resultType = .resultTypeCount
        #expect((try context.execute(deletion) as? NSBatchDeleteResult)?.result as? Int == 1)
    }

    @Test("A constant that is not a value of the type is an error, which names the attribute and its type")
    func refusals() throws {
        let date = #expect(throws: CocoaError.self) { try plates("numberPlate IN %@", [Date()], save: false) }
        #expect(
            date?.localizedDescription
                == "'Car.numberPlate' is of the type String, and cannot be compared with a date; "
                + "format the date as it is stored")
        let text = #expect(throws: CocoaError.self) { try heroes("universe IN %@", ["fast"]) }
        #expect(text?.code == .coreData)
        #expect(
            text?.localizedDescription.contains("cannot be compared with text that isn't a number; pass a number")
                == true
        )
    }

    @Test("Validation of a single value throws an error of Core Data")
    func singleValue() throws {
        let car = try Garage.context().makeCar("1")
        do {
            try validate(Date(), forKey: "numberPlate", of: car)
            Issue.record("a date is no plate")
        } catch {
            #expect(type(of: error) is NSError.Type || error is CocoaError)
            let error = error as NSError
            #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectValidationError)
            #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "numberPlate")
        }
    }
}
