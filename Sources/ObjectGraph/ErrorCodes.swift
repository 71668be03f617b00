public import Foundation
public import ModelExpressions

// The errors of the runtime in Core Data's terms, for code that looks at domain, code and user info: all of them are of
// the domain `NSCocoaErrorDomain`. Objects are named by their identities, since errors may leave a context's isolation.

extension ValidationError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
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

extension ValidationErrors: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }

    /// The individual errors under `NSDetailedErrors` (rule VAL-5).
    public var errorUserInfo: [String: Any] {
        let messages = errors.map { "\($0.objectID): \($0.message)" }.joined(separator: "\n")
        return ["NSDetailedErrors": errors, NSLocalizedDescriptionKey: messages]
    }
}

extension ObjectNotFound: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }

    /// The identity under `NSAffectedObjectsErrorKey`.
    public var errorUserInfo: [String: Any] {
        ["NSAffectedObjectsErrorKey": [objectID], NSLocalizedDescriptionKey: description]
    }
}

extension MergeConflict: CustomNSError {
    /// Core Data's code.
    public static let code = 133020
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }

    /// The identities of the objects under `conflictList`.
    public var errorUserInfo: [String: Any] { ["conflictList": objectIDs, NSLocalizedDescriptionKey: description] }
}

extension ConstraintConflicts: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }

    /// The conflicts under `conflictList` (rule UNQ-2).
    public var errorUserInfo: [String: Any] { ["conflictList": conflicts, NSLocalizedDescriptionKey: description] }
}

extension SaveWithoutEnd: CustomNSError {
    /// Core Data's code for a save that a store does not complete.
    public static let code = 134030
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension GraphViolation: CustomNSError {
    /// Core Data's code for a save that a store does not complete.
    public static let code = 134030
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// 134030, as the type says.
    public var errorCode: Int { Self.code }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension StoreFull: CustomNSError {
    /// Core Data's code for an operation that a store rejects.
    public static let code = 134070
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension CoordinatorError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's code for an operation that a store rejects.
    public var errorCode: Int { 134070 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension FetchError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a request that the model does not allow.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension QueryError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a predicate, an expression or an order that does not fit, or cannot be evaluated.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension BatchError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a batch request that the model does not allow.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension PredicateTranslationError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a predicate of Swift's that has no counterpart.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension UnknownConfiguration: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a store for a configuration that the model does not have.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension CrossStoreRelationship: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a relationship that would connect two stores.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension FormatError: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// Core Data's general code, for a format that does not parse.
    public var errorCode: Int { 134060 }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: String(describing: self)] }
}

extension PersistentHistoryTokenExpired: CustomNSError {
    /// The domain `NSCocoaErrorDomain`, as for Core Data's errors.
    public static var errorDomain: String { NSCocoaErrorDomain }
    /// ``code``.
    public var errorCode: Int { Self.code }
    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
