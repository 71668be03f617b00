import CoreData
import Foundation
import Testing

/// A person whose class has rules beyond those of the model.
final class CheckedPerson: CheckingObject {
    override func check(_ value: Any?, forKey key: String) throws {
        switch key {
        case "age":
            if let age = value as? Int, age < 0 { throw CocoaError(.validationNumberTooSmall) }
        case "friends":
            if let friends = value as? NSSet, friends.count > 1 { throw NSError(domain: "People", code: 7) }
        default: break
        }
    }

    override func corrected(_ value: Any?, forKey key: String) -> Any? {
        key == "name" ? (value as? String)?.trimmingCharacters(in: .whitespaces) : value
    }
}

@MainActor
@Suite("Properties that a class validates itself")
struct PropertyValidationTests {
    private let context: NSManagedObjectContext

    init() throws {
        let (model, person) = (NSManagedObjectModel(), NSEntityDescription())
        let (friends, friendOf) = (NSRelationshipDescription(), NSRelationshipDescription())
        person.name = "Person"
        person.managedObjectClassName = NSStringFromClass(CheckedPerson.self)
        (friends.name, friends.destinationEntity) = ("friends", person)
        (friendOf.name, friendOf.destinationEntity) = ("friendOf", person)
        (friends.inverseRelationship, friendOf.inverseRelationship) = (friendOf, friends)
        person.properties = [
            Garage.attribute("name", .stringAttributeType, isOptional: false),
            Garage.attribute("age", .integer16AttributeType), friends, friendOf,
        ]
        model.entities = [person]
        context = try Garage.context(model)
    }

    private func person(_ name: String?) -> NSManagedObject {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue(name, forKey: "name")
        return person
    }

    @Test("A save throws the error of the method that validates a property, for new and for changed objects")
    func saves() throws {
        let person = person("Ann")
        person.setValue(-1, forKey: "age")
        let new = try #require(throws: NSError.self) { try context.save() }
        #expect(new.code == NSValidationNumberTooSmallError && person.isInserted)
        person.setValue(1, forKey: "age")
        try context.save()
        person.setValue(-2, forKey: "age")
        let changed = try #require(throws: NSError.self) { try context.save() }
        #expect(changed.code == NSValidationNumberTooSmallError && context.hasChanges)
        person.setValue(nil, forKey: "age")
        try context.save()
    }

    @Test("The errors of a class and of the model are thrown together, also those about relationships")
    func severalErrors() throws {
        let person = person(nil)
        person.setValue(-1, forKey: "age")
        person.setValue(NSSet(array: [self.person("Bob"), self.person("Eve")]), forKey: "friends")
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSValidationMultipleErrorsError)
        let errors = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(
            Set(errors.map(\.code)) == [
                NSValidationNumberTooSmallError, NSValidationMissingMandatoryPropertyError, 7,
            ])
    }

    @Test("A value that the class replaces is saved")
    func replacedValues() throws {
        let person = person("  Ann ")
        try context.save()
        #expect(person.value(forKey: "name") as? String == "Ann" && !context.hasChanges)
        context.refresh(person, mergeChanges: false)
        #expect(person.value(forKey: "name") as? String == "Ann")
    }
}
