import Foundation
import ObjectGraph
import Testing

/// The codes of Core Data's errors, and what comes with them.
struct ErrorCodeTests {
    @Test(
        "VAL-2 each kind of validation error has Core Data's code",
        arguments: [
            (ValidationError.Code.managedObjectValidation, 1550), (.missingMandatoryProperty, 1570),
            (.relationshipLacksMinimumCount, 1580), (.relationshipExceedsMaximumCount, 1590),
            (.relationshipDeniedDelete, 1600), (.numberTooLarge, 1610), (.numberTooSmall, 1620), (.dateTooLate, 1630),
            (.dateTooSoon, 1640), (.stringTooLong, 1660), (.stringTooShort, 1670), (.stringPatternMismatch, 1680),
        ])
    func codesOfValidation(_ code: ValidationError.Code, _ number: Int) {
        #expect(code.rawValue == number)
    }

    @Test("VAL-2 a validation error in Foundation's terms")
    func oneError() throws {
        let context = try makeContext(.rules)
        let object = RuleRuled(context: context)
        object.code = "A"
        #expect {
            try context.save()
        } throws: { error in
            guard let error = error as? any CustomNSError else { return false }
            let userInfo = error.errorUserInfo
            return type(of: error).errorDomain == NSCocoaErrorDomain && error.errorCode == 1670
                && userInfo["NSValidationErrorObject"] as? ObjectID == object.objectID
                && userInfo["NSValidationErrorKey"] as? String == "code"
                && userInfo["NSValidationErrorValue"] as? AttributeValue == .string("A")
        }
    }

    @Test("VAL-5 several validation errors in Foundation's terms")
    func severalErrors() throws {
        let context = try makeContext(.rules)
        for _ in 0..<2 { RuleRuled(context: context).code = "A" }
        #expect {
            try context.save()
        } throws: { error in
            guard let error = error as? any CustomNSError else { return false }
            let details = error.errorUserInfo["NSDetailedErrors"] as? [ValidationError]
            return error.errorCode == 1560 && details?.map(\.errorCode) == [1670, 1670]
        }
    }

    @Test("Errors of requests are in Core Data's domain, too")
    func errorsOfRequests() throws {
        let context = try makeContext(.rules)
        func error(of work: () throws -> Void) -> (any Error)? {
            do {
                try work()
                return nil
            } catch {
                return error
            }
        }
        let errors: [(any Error)?] = [
            error { _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Nobody")) },
            error { _ = try context.fetch(FetchRequest<RuleNote>(predicate: .format("nothing == 1"))) },
            error { _ = try context.execute(BatchInsertRequest(entityName: "Nobody", objects: [[:]])) },
            error { _ = try ModelPredicate.format("nothing ==") },
            error { _ = try ModelPredicate(#Predicate<RuleNote> { ($0.content ?? "").contains(/a/) }, model: .rules) },
        ]
        for error in errors {
            let error = try #require(error as? any CustomNSError)
            #expect(type(of: error).errorDomain == NSCocoaErrorDomain && error.errorCode == 134060)
            #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == String(describing: error))
        }
    }

    @Test("ID-9 and CNF-1 and UNQ-1 the codes of the other errors")
    func otherErrors() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        let errors: [(any CustomNSError, Int)] = [
            (ObjectNotFoundError(objectID: note.objectID), 133000),
            (MergeConflictError(objectIDs: [note.objectID]), 133020),
            (ConstraintConflictError(conflicts: []), 133021),
            (SaveLoopError(), 134030),
            (
                GraphIntegrityError(code: .inconsistentInverse, objectID: note.objectID, propertyName: "notebook"),
                134030
            ),
            (PersistentHistoryTokenExpiredError(), 134301),
        ]
        for (error, code) in errors {
            #expect(error.errorCode == code)
            #expect(type(of: error).errorDomain == "NSCocoaErrorDomain")
            #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == String(describing: error))
        }
    }
}
