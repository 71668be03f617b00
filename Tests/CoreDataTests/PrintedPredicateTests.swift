import CoreData
import Foundation
import Testing

/// A predicate that prints its format. Foundation has deprecated the property off Apple's platforms.
private protocol Printing {
    var predicateFormat: String { get }
}

extension NSPredicate: Printing {}

/// Predicates and sort descriptors as programs print and compare them.
@Suite struct PrintedPredicateTests {
    private func format(_ predicate: NSPredicate?) -> String? { (predicate as (any Printing)?)?.predicateFormat }

    @Test("A predicate prints its format, also within a compound predicate")
    func formats() {
        let maker = NSPredicate(format: "%K == %@", "maker", "Fiat")
        let plate = NSPredicate(format: "numberPlate BEGINSWITH[c] %@", "1")
        #expect(format(maker) == #"maker == "Fiat""# && maker.description == #"maker == "Fiat""#)
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [maker, plate])
        #expect(format(both) == #"maker == "Fiat" AND numberPlate BEGINSWITH[c] "1""#)
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [both, NSPredicate(value: true)])
        #expect(format(either) == #"(maker == "Fiat" AND numberPlate BEGINSWITH[c] "1") OR TRUEPREDICATE"#)
        #expect("\(NSCompoundPredicate(notPredicateWithSubpredicate: maker))" == #"NOT maker == "Fiat""#)
        #expect(format(NSCompoundPredicate(andPredicateWithSubpredicates: [])) == "TRUEPREDICATE")
        let block = NSCompoundPredicate(type: .and, subpredicates: [maker, NSPredicate { _, _ in true }])
        #expect(format(block)?.hasPrefix(#"maker == "Fiat" AND BLOCKPREDICATE"#) == true)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
        request.predicate = both
        #expect(format(request.predicate) == format(both))
    }

    @Test("Predicates from equal formats are equal, and so are compound predicates of equal ones")
    func equality() throws {
        func compound(_ first: String, _ second: String) -> NSCompoundPredicate {
            NSCompoundPredicate(
                andPredicateWithSubpredicates: [NSPredicate(format: first), NSPredicate(format: second)])
        }
        #expect(NSPredicate(format: "a == %d", 1) == NSPredicate(format: "a == 1"))
        #expect(NSPredicate(format: "a == 1") != NSPredicate(format: "a == 2"))
        #expect(compound("a == 1", "b == 2") == compound("a == 1", "b == 2"))
        #expect(compound("a == 1", "b == 2") != compound("a == 1", "b == 3"))
        #expect(Set([compound("a == 1", "b == 2"), compound("a == 1", "b == 2")]).count == 1)
        let copy = try #require(compound("a == 1", "b == 2").copy() as? NSCompoundPredicate)
        #expect(copy == compound("a == 1", "b == 2"))
        #expect(NSPredicate(format: "a == 1").copy() as? NSPredicate == NSPredicate(format: "a == 1"))
    }

    @Test("Sort descriptors with equal keys, orders, and comparisons are equal")
    func sortDescriptors() {
        let maker = NSSortDescriptor(key: "maker", ascending: true)
        #expect(maker == NSSortDescriptor(key: "maker", ascending: true))
        #expect(maker != NSSortDescriptor(key: "maker", ascending: false))
        let selector = Selector(("caseInsensitiveCompare:"))
        #expect(maker != NSSortDescriptor(key: "maker", ascending: true, selector: selector))
        #expect(Set([maker, NSSortDescriptor(key: "maker", ascending: true)]).count == 1)
        let length = NSSortDescriptor(keyPath: \NSString.length, ascending: true)
        #expect(length == length && length != NSSortDescriptor(keyPath: \NSString.length, ascending: true))
    }

    @MainActor
    @Test("A list can be in brackets")
    func bracketedList() throws {
        let context = try Garage.context()
        for plate in ["9", "10", "11"] { _ = context.makeCar(plate) }
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = NSPredicate(format: "%K IN ['9', '10']", "numberPlate")
        #expect(try Set(context.fetch(request).map(\.numberPlate)) == ["9", "10"])
        try context.save()
        #expect(try context.count(for: request) == 2)
    }

    @MainActor
    @Test("Dictionaries can contain the ID of the object")
    func objectIDs() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        try context.save()
        let request = NSFetchRequest<NSDictionary>(entityName: "Car")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["objectID", "numberPlate"]
        let row = try #require(try context.fetch(request).first)
        #expect(row["objectID"] as? NSManagedObjectID == car.objectID && row["numberPlate"] as? String == "1")
        request.returnsDistinctResults = true
        #expect(try context.fetch(request).first?["objectID"] as? NSManagedObjectID == car.objectID)
    }

    @MainActor
    @Test("An object has its class in every context")
    func classes() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        try context.save()
        let second = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        second.persistentStoreCoordinator = context.persistentStoreCoordinator
        #expect(try second.existingObject(with: car.objectID) is GarageCar)
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = context
        #expect(try child.existingObject(with: car.objectID) is GarageCar)
    }
}
