public import Foundation
public import ModelExpressions

/// An error of the runtime in Core Data's terms, for code that reads its domain, code, and user info.
///
/// The user info contains the IDs of objects, not the objects, because errors can leave the isolation of a context.
///
/// ```swift
/// do {
///     _ = try context.existingObject(with: hero.objectID)
/// } catch {
///     code = (error as NSError).code  // 133000 in NSCocoaErrorDomain, as Core Data's
/// }
/// ```
public protocol CoreDataError: CustomNSError {}

extension CoreDataError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, 134060, for something that the model does not allow or that cannot be evaluated.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension BatchError: CoreDataError {}
extension CrossStoreRelationshipError: CoreDataError {}
extension FetchError: CoreDataError {}
extension FormatError: CoreDataError {}
extension PredicateTranslationError: CoreDataError {}
extension QueryError: CoreDataError {}
extension UnknownConfigurationError: CoreDataError {}

extension ValidationError: CoreDataError {
    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }
    /// The object under `NSValidationErrorObject`, the property under `NSValidationErrorKey`, and if available, the
    /// value and the condition under `NSValidationErrorValue` and `NSValidationErrorPredicate` (rule VAL-2).
    public var errorUserInfo: [String: Any] {
        var userInfo: [String: Any] = [
            "NSValidationErrorObject": objectID, "NSValidationErrorKey": key, NSLocalizedDescriptionKey: message,
        ]
        userInfo["NSValidationErrorValue"] = value
        userInfo["NSValidationErrorPredicate"] = predicate
        return userInfo
    }
}

extension ValidationErrors: CoreDataError {
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The individual errors under `NSDetailedErrors` (rule VAL-5).
    public var errorUserInfo: [String: Any] {
        let messages = errors.map { "\($0.objectID): \($0.message)" }.joined(separator: "\n")
        return ["NSDetailedErrors": errors, NSLocalizedDescriptionKey: messages]
    }
}

extension ObjectNotFoundError: CoreDataError {
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The ID under `NSAffectedObjectsErrorKey`.
    public var errorUserInfo: [String: Any] {
        ["NSAffectedObjectsErrorKey": [objectID], NSLocalizedDescriptionKey: description]
    }
}

extension MergeConflictError: CoreDataError {
    /// Core Data's code.
    public static let code = 133020
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The IDs of the objects under `conflictList`.
    public var errorUserInfo: [String: Any] { ["conflictList": objectIDs, NSLocalizedDescriptionKey: description] }
}

extension ConstraintConflictError: CoreDataError {
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The conflicts under `conflictList` (rule UNQ-2).
    public var errorUserInfo: [String: Any] { ["conflictList": conflicts, NSLocalizedDescriptionKey: description] }
}

extension SaveLoopError: CoreDataError {
    /// Core Data's code for a save that a store does not complete.
    public static let code = 134030
    /// ``code``.
    public var errorCode: Int { Self.code }
}

extension GraphIntegrityError: CoreDataError {
    // No constant, unlike other errors: its name, code, is already that of a property.
    /// Core Data's code for a save that a store does not complete, 134030.
    public var errorCode: Int { 134030 }
}

extension ObjectNumbersExhaustedError: CoreDataError {
    /// Core Data's code for an operation that a store rejects.
    public static let code = 134070
    /// ``code``.
    public var errorCode: Int { Self.code }
}

extension CoordinatorError: CoreDataError {
    /// Core Data's code for an operation that a store rejects.
    public var errorCode: Int { 134070 }
}

extension PersistentHistoryTokenExpiredError: CoreDataError {
    /// ``code``.
    public var errorCode: Int { Self.code }
}
