import CoreData
import Foundation
import TestSupport
import Testing

/// Errors as programs take them apart, and combine them with their own.
@MainActor
@Suite struct ValidationErrorTests {
    private func context() throws -> NSManagedObjectContext {
        let seats = Garage.attribute("seats", .integer16AttributeType, isOptional: false)
        seats.setValidationPredicates([NSPredicate(format: "SELF > 1")], withValidationWarnings: ["too few seats"])
        return try Garage.context(Garage.model([seats]))
    }

    @Test("Validation that is called directly throws errors of Core Data")
    func directCalls() throws {
        let context = try context()
        let car = context.makeCar()
        let several = try #require(throws: NSError.self) { try car.validateForInsert() }
        #expect(several.domain == NSCocoaErrorDomain && several.code == NSValidationMultipleErrorsError)
        let errors = try #require(several.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(
            errors.map(\.code) == [
                NSValidationMissingMandatoryPropertyError, NSValidationMissingMandatoryPropertyError,
            ])
        #expect(Set(errors.compactMap { $0.userInfo[NSValidationKeyErrorKey] as? String }) == ["numberPlate", "seats"])
        #expect(errors.allSatisfy { $0.userInfo[NSValidationObjectErrorKey] as? GarageCar === car })
        car.numberPlate = "1"
        car.setValue(1, forKey: "seats")
        let one = try #require(throws: NSError.self) { try car.validateForUpdate() }
        #expect(one.domain == NSCocoaErrorDomain && one.code == NSManagedObjectValidationError)
        #expect(one.userInfo[NSValidationValueErrorKey] as? Int == 1)
        #expect(one.userInfo[NSValidationKeyErrorKey] as? String == "seats")
        car.setValue(2, forKey: "seats")
        try car.validateForUpdate()
        try car.validateForDelete()
    }

    @Test("An error that is caught as a CocoaError has the object, the property, the value, and the conflicts")
    func cocoaErrors() throws {
        let context = try context()
        let car = context.makeCar("1")
        car.setValue(1, forKey: "seats")
        // Example: CocoaError.validationObject
        do {
            try context.save()
        } catch let error as CocoaError where error.isValidationError {
            print("\(error.validationKey ?? "A property") of \(error.validationObject ?? "an object") is not valid")
        }
        // End
        let error = try #require(throws: CocoaError.self) { try context.save() }
        #expect(error.code == .managedObjectValidation && error.validationObject as? GarageCar === car)
        #expect(error.validationKey == "seats" && error.validationValue as? Int == 1)
        #expect(error.validationPredicate?.evaluate(with: 2) == true)
        #expect(error.persistentStoreSaveConflicts == nil && error.affectedObjects == nil)
        car.setValue(2, forKey: "seats")
        try context.save()
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let same = try #require(try other.existingObject(with: car.objectID) as? GarageCar)
        (car.maker, same.maker) = ("Volvo", "Saab")
        try other.save()
        let conflict = try #require(throws: CocoaError.self) { try context.save() }
        #expect(conflict.persistentStoreSaveConflicts?.map(\.sourceObject) == [car])
        #expect(conflict.validationObject == nil && conflict.affectedStores == nil)
    }

    @Test("A deletion that is denied throws an error of Core Data")
    func directDeletion() throws {
        let context = try Garage.context(Garage.model(deleteRule: .denyDeleteRule))
        let person = context.makePerson()
        _ = context.makeCar("1", of: person)
        try context.save()
        let error = try #require(throws: NSError.self) { try person.validateForDelete() }
        #expect(error.code == NSValidationRelationshipDeniedDeleteError)
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "cars")
    }

    @Test("A save throws the errors that a class has combined, and those of several objects as one list")
    func combinedErrors() throws {
        let context = try Garage.context()
        let refusal = NSError(domain: "Garage", code: 7, userInfo: ["reason": "sold"])
        let car = context.makeCar()
        car.refusal = refusal
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSValidationMultipleErrorsError)
        let errors = try #require(error.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(errors.map(\.code) == [NSValidationMissingMandatoryPropertyError, 7])
        #expect(errors.last === refusal)
        let other = context.makeCar("1")
        other.refusal = refusal
        let all = try #require(throws: NSError.self) { try context.save() }
        let list = try #require(all.userInfo[NSDetailedErrorsKey] as? [NSError])
        #expect(all.code == NSValidationMultipleErrorsError)
        #expect(list.map(\.code) == [NSValidationMissingMandatoryPropertyError, 7, 7])
        #expect(list.map(\.domain) == [NSCocoaErrorDomain, "Garage", "Garage"])
        car.refusal = nil
        other.refusal = nil
        car.numberPlate = "2"
        try context.save()
    }

    @Test("The conflicts of a save are under the key with their name")
    func conflicts() throws {
        let context = try Garage.context()
        let car = context.makeCar("1")
        try context.save()
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let same = try #require(try other.existingObject(with: car.objectID) as? GarageCar)
        (car.maker, same.maker) = ("Fiat", "Alfa")
        try other.save()
        let error = try #require(throws: NSError.self) { try context.save() }
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.first?.sourceObject === car)
    }

    @Test("A save to a read-only store has no permission", arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func readOnlyStore(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Garage.store")
        let model = Garage.model()
        for isReadOnly in [false, true] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                ofType: type, configurationName: nil, at: url,
                options: [NSReadOnlyPersistentStoreOption: NSNumber(value: isReadOnly)])
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            _ = context.makeCar("1")
            guard isReadOnly else {
                try context.save()
                continue
            }
            let error = try #require(throws: CocoaError.self) { try context.save() }
            #expect(error.code == .fileWriteNoPermission && context.hasChanges)
        }
    }
}
