import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import StoreMigration

extension NSError {
    /// An error of Core Data's domain.
    convenience init(code: Int, _ message: String, _ userInfo: [String: Any] = [:]) {
        self.init(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: userInfo.merging([NSLocalizedDescriptionKey: message]) { own, _ in own })
    }

    /// An error of `NSCocoaErrorDomain` about a file, whose path begins the message.
    convenience init(code: Int, at url: URL?, _ message: String, _ userInfo: [String: Any] = [:]) {
        let path = url?.path(percentEncoded: false) ?? ""
        self.init(code: code, "\(path): \(message)", userInfo.merging([NSFilePathErrorKey: path]) { own, _ in own })
    }

    /// The error for a store of a different type than the program requests (rule STO-14).
    convenience init(storeOfType found: String, at url: URL?, insteadOf type: String) {
        self.init(
            code: NSPersistentStoreTypeMismatchError, at: url,
            "the file is a store of the type '\(found)', not '\(type)'")
    }
}

extension NSManagedObjectContext {
    /// Runs work, and throws its errors in Core Data's terms.
    ///
    /// - Parameters:
    ///   - request: The request of the context, for custom stores.
    ///   - isSave: Whether the context saves.
    final func reportingErrors<Result>(
        of request: NSPersistentStoreRequest? = nil, isSave: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
        do {
            guard RegisteredStores.isAny else { return try body() }
            return try calling(for: request, isSave: isSave, body)
        } catch {
            throw ErrorAdapting(context: self).adapted(error)
        }
    }
}

/// Converts errors of the runtime to Core Data's terms: with objects instead of IDs, and Foundation's values.
struct ErrorAdapting {
    /// The context of the objects; nil for an error without objects.
    var context: NSManagedObjectContext?

    /// Runs work without a context, and throws its errors in Core Data's terms.
    static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw ErrorAdapting().adapted(error)
        }
    }

    /// Returns the error in Core Data's terms. Errors of the program stay the same.
    func adapted(_ error: any Error) -> any Error {
        switch error {
        case let error as ValidationError: validationError(error)
        case let errors as ValidationErrors:
            NSError(
                code: NSValidationMultipleErrorsError, "Multiple validation errors occurred.",
                [NSDetailedErrorsKey: errors.errors.map(validationError)])
        case let conflict as MergeConflictError:
            NSError(
                code: NSManagedObjectMergeError, "Could not merge changes.",
                [
                    NSPersistentStoreSaveConflictsErrorKey: (context?.graph.conflicts(in: conflict) ?? [])
                        .map(NSMergeConflict.init)
                ])
        case let conflicts as ConstraintConflictError: constraintError(conflicts)
        case let missing as ObjectNotFoundError:
            NSError(
                code: NSManagedObjectReferentialIntegrityError, missing.description,
                [NSAffectedObjectsErrorKey: objects([missing.objectID])])
        case let error as StoreError:
            NSError(
                code: Self.code(of: error.code), error.description,
                [NSFilePathErrorKey: error.location, "reason": error.message])
        case let refusal as MigrationError:
            NSError(
                code: refusal.obstacles.contains { $0.kind == .duplicateValues }
                    ? NSMigrationConstraintViolationError : NSInferredMappingModelError,
                refusal.description, ["reason": refusal.description])
        case let broken as StoreContractError:
            NSError(code: NSPersistentStoreOperationError, broken.description, objectsError(broken.objectID))
        case let error as any CustomNSError where error.isOfRuntime: error as NSError
        default: error
        }
    }

    private func objectsError(_ objectID: ObjectID?) -> [String: Any] {
        let found = objects([objectID].compactMap { $0 })
        return found.isEmpty ? [:] : [NSAffectedObjectsErrorKey: found]
    }

    private func objects(_ objectIDs: [ObjectID]) -> [NSManagedObject] {
        objectIDs.compactMap { context?.graph.registeredObject(for: $0) as? NSManagedObject }
    }

    private func validationError(_ error: ValidationError) -> NSError {
        if let original = error.original { return completed(original.error as NSError, of: error.objectID) }
        var userInfo: [String: Any] = [NSValidationKeyErrorKey: error.key]
        if let object = objects([error.objectID]).first {
            userInfo[NSValidationObjectErrorKey] = object
            if error.value != nil, (object as ManagedObject).entity.attribute(named: error.key) != nil {
                userInfo[NSValidationValueErrorKey] = (object as ManagedObject).primitiveValue(forKey: error.key)
            }
        }
        if let predicate = condition(of: error) { userInfo[NSValidationPredicateErrorKey] = predicate }
        return NSError(code: error.code.rawValue, error.message, userInfo)
    }

    /// Returns the error of an object's own check, which names the object if it is one of Core Data's domain.
    private func completed(_ error: NSError, of objectID: ObjectID) -> NSError {
        guard error.domain == NSCocoaErrorDomain, error.userInfo[NSValidationObjectErrorKey] == nil,
            let object = objects([objectID]).first
        else { return error }
        return NSError(
            domain: error.domain, code: error.code,
            userInfo: error.userInfo.merging([NSValidationObjectErrorKey: object]) { own, _ in own })
    }

    /// Returns the violated condition of the model's description; nil for an error of another kind.
    private func condition(of error: ValidationError) -> NSPredicate? {
        guard error.code == .managedObjectValidation, let object = objects([error.objectID]).first else { return nil }
        return object.entity.propertiesByName[error.key]?.validationConditions.first { condition in
            condition.predicate.modelPredicate == error.predicate && condition.warning == error.message
        }?.predicate
    }

    private func constraintError(_ conflicts: ConstraintConflictError) -> NSError {
        let list = context.map { context in conflicts.conflicts.map { NSConstraintConflict($0, in: context) } }
        return NSError(
            code: NSManagedObjectConstraintMergeError, conflicts.description,
            [NSPersistentStoreSaveConflictsErrorKey: list ?? []])
    }

    private static func code(of code: StoreError.Code) -> Int {
        switch code {
        case .modelMismatch: NSPersistentStoreIncompatibleVersionHashError
        case .modelMissing: NSMigrationMissingSourceModelError
        case .notADatabase, .notAStore: NSFileReadCorruptFileError
        case .damaged, .malformed, .newerFormat, .damagedJournal, .journalMismatch, .tooLarge:
            NSPersistentStoreOpenError
        case .inUse: NSPersistentStoreTimeoutError
        case .readOnly: CocoaError.Code.fileWriteNoPermission.rawValue
        case .outOfSpace, .mirrored, .uncertain: NSPersistentStoreSaveError
        default: NSPersistentStoreOperationError
        }
    }
}

extension CustomNSError {
    /// Whether the error is one of the runtime's, which have Core Data's domain.
    fileprivate var isOfRuntime: Bool { Self.errorDomain == NSCocoaErrorDomain }
}
