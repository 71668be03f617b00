import CoreData
import Foundation
import Testing

/// Predicates that are asked of values: by validation, and by the program itself.
@MainActor
@Suite struct ConditionTests {
    private func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType, _ condition: NSPredicate, _ warning: String
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        attribute.setValidationPredicates([condition], withValidationWarnings: [warning])
        return attribute
    }

    private func context(_ properties: [NSPropertyDescription]) throws -> NSManagedObjectContext {
        let (model, entity) = (NSManagedObjectModel(), NSEntityDescription())
        entity.name = "Author"
        for case let relationship as NSRelationshipDescription in properties { relationship.destinationEntity = entity }
        entity.properties = properties
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("Validation predicates can be blocks, and their warnings become the errors of a save")
    func aConditionMayBeABlockVAL14() throws {
        let isLong = NSPredicate { value, _ in (value as? String).map { $0.count > 2 } ?? false }
        let isEven = NSPredicate { value, _ in (value as? NSNumber).map { $0.intValue % 2 == 0 } ?? false }
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [isEven, NSPredicate(format: "SELF > 10")])
        let friends = NSRelationshipDescription()
        friends.name = "friends"
        friends.setValidationPredicates(
            [NSPredicate { value, _ in ((value as? NSSet)?.count ?? 0) < 2 }], withValidationWarnings: ["has too many"])
        let context = try context([
            attribute("name", .string, isLong, "is too short"), attribute("age", .integer16, both, "is odd or small"),
            attribute("rank", .double, NSPredicate(value: false), "is never right"), friends,
        ])
        func error(_ values: [String: Any]) throws -> NSError? {
            context.reset()
            let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
            for (key, value) in values { author.setValue(value, forKey: key) }
            do {
                try context.save()
                return nil
            } catch {
                return error as NSError
            }
        }
        let short = try #require(try error(["name": "J"]))
        #expect(short.code == NSManagedObjectValidationError && short.localizedDescription == "is too short")
        #expect(short.userInfo[NSValidationPredicateErrorKey] as? NSPredicate === isLong)
        #expect(short.userInfo[NSValidationValueErrorKey] as? String == "J")
        for age in [7, 8, 13] { #expect(try error(["age": age])?.localizedDescription == "is odd or small") }
        #expect(try error(["rank": 1])?.localizedDescription == "is never right")
        context.reset()
        let many = (0..<2).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Author", into: context) }
        let lone = try #require(many.first)
        lone.setValue(Set(many), forKey: "friends")
        let crowd = try #require(throws: NSError.self) { try context.save() }
        #expect(crowd.localizedDescription == "has too many")
        lone.setValue([many[1]], forKey: "friends")
        try context.save()
        #expect(try error(["name": "Tolkien", "age": 12]) == nil)
    }

    @Test("Predicates created from a format evaluate values, dictionaries, and sets")
    func valuesAndCollections() {
        let names: [Any] = ["Bruce", "Clark", "Diana"]
        #expect(
            names.filter { NSPredicate(format: "SELF BEGINSWITH[c] 'c'").evaluate(with: $0) } as? [String] == ["Clark"])
        #expect(NSPredicate(format: "SELF IN %@", ["a", "b"]).evaluate(with: "b"))
        #expect(!NSPredicate(format: "SELF > 3").evaluate(with: NSNumber(value: 3)))
        #expect(NSPredicate(format: "SELF == nil").evaluate(with: nil))
        let hero: [String: Any] = ["name": "Bruce", "age": 30, "names": ["Bat", "Bruce"]]
        #expect(NSPredicate(format: "name == 'Bruce' AND age BETWEEN {20, 40}").evaluate(with: hero))
        #expect(NSPredicate(format: "ANY names BEGINSWITH 'Bat' AND other == nil").evaluate(with: hero))
        #expect(!NSPredicate(format: "age == $AGE").evaluate(with: hero, substitutionVariables: ["AGE": 31]))
        #expect(NSPredicate(format: "SELF.@count == 2").evaluate(with: NSSet(array: [1, 2])))
    }

    @Test("A predicate on a dictionary sees dictionaries within it, and leaves out values of other types")
    func nestedDictionaries() {
        let place: [String: Any] = ["city": "Gotham", "floors": [["number": 1], ["number": 2]]]
        let hero: [String: Any] = ["name": "Bruce", "place": place, "cave": NSObject()]
        for format in [
            "name == 'Bruce'", "place.city == 'Gotham'", "place.street == nil", "ANY place.floors.number == 2",
            "SUBQUERY(place.floors, $f, $f.number > 1).@count == 1", "cave != nil",
            "name == 'Robin' OR place.city BEGINSWITH 'G'",
        ] {
            let predicate = NSPredicate(format: format)
            #expect(predicate.evaluate(with: hero), "\(format)")
            #expect(predicate.evaluate(with: NSDictionary(dictionary: hero)), "\(format)")
        }
        #expect(!NSPredicate(format: "place.city == 'Metropolis'").evaluate(with: hero))
    }
}
