public import Foundation

// The errors of the runtime in Core Data's terms, for code that looks at domain, code and user info: all of them are of
// the domain `NSCocoaErrorDomain`. Objects are named by their identities, since errors may leave a context's isolation.

extension ValidationError: CustomNSError {
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { code.rawValue }

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
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }

    public var errorUserInfo: [String: Any] {
        ["NSDetailedErrors": errors, NSLocalizedDescriptionKey: description]
    }
}

extension ObjectNotFound: CustomNSError {
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }

    public var errorUserInfo: [String: Any] {
        ["NSAffectedObjectsErrorKey": [objectID], NSLocalizedDescriptionKey: description]
    }
}

extension MergeConflict: CustomNSError {
    /// Core Data's code.
    public static let code = 133020
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }

    public var errorUserInfo: [String: Any] {
        ["conflictList": objectIDs, NSLocalizedDescriptionKey: description]
    }
}

extension ConstraintConflicts: CustomNSError {
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }

    public var errorUserInfo: [String: Any] {
        ["conflictList": conflicts, NSLocalizedDescriptionKey: description]
    }
}

extension SaveWithoutEnd: CustomNSError {
    /// Core Data's code for a save that a store does not finish.
    public static let code = 134030
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

extension StoreFull: CustomNSError {
    /// Core Data's code for an operation that a store refuses.
    public static let code = 134070
    public static var errorDomain: String { NSCocoaErrorDomain }
    public var errorCode: Int { Self.code }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
