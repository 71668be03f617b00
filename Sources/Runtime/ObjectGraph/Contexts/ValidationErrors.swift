import Foundation
public import ModelExpressions

/// A violation of the model by an object in a save.
///
/// ```swift
/// override func validateForUpdate() throws {
///     try super.validateForUpdate()
///     guard heroes.count <= 100 else {
///         throw ValidationError(
///             code: .managedObjectValidation, objectID: objectID, key: "heroes",
///             message: "A team has at most 100 heroes.")
///     }
/// }
/// ```
public struct ValidationError: Error, Sendable, Hashable {
    /// The kind of error. The raw values are Core Data's error codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// Core Data's number in the domain `NSCocoaErrorDomain`.
        public var rawValue: Int

        /// - Parameter rawValue: Core Data's number, or the program's own.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A required property has no value.
        public static let missingMandatoryProperty = Code(rawValue: 1570)
        /// A relationship has too few destinations.
        public static let relationshipLacksMinimumCount = Code(rawValue: 1580)
        /// A relationship has too many destinations.
        public static let relationshipExceedsMaximumCount = Code(rawValue: 1590)
        /// A number is greater than its maximum.
        public static let numberTooLarge = Code(rawValue: 1610)
        /// A number is less than its minimum.
        public static let numberTooSmall = Code(rawValue: 1620)
        /// A date is after its latest one.
        public static let dateTooLate = Code(rawValue: 1630)
        /// A date is before its earliest one.
        public static let dateTooSoon = Code(rawValue: 1640)
        /// A string is longer than its maximum.
        public static let stringTooLong = Code(rawValue: 1660)
        /// A string is shorter than its minimum.
        public static let stringTooShort = Code(rawValue: 1670)
        /// A string does not match its pattern as a whole.
        public static let stringPatternMismatch = Code(rawValue: 1680)
        /// A deleted object still has destinations in a relationship with the delete rule Deny.
        public static let relationshipDeniedDelete = Code(rawValue: 1600)
        /// The object's own validation failed.
        public static let managedObjectValidation = Code(rawValue: 1550)
    }

    /// The kind of violation.
    public var code: Code
    /// The object. If it is new, the ID is temporary.
    public var objectID: ObjectID
    /// The property.
    public var key: String
    /// A message that names the property, or the warning that the program set with a condition.
    public var message: String
    /// The invalid value; nil if there is none, and for relationships. ``message`` leaves it out, because values are
    /// private data. ``description``, which is for developers, ends with a shortened form.
    public var value: AttributeValue?
    /// The condition that was not met, if the program set one (rule VAL-14).
    public var predicate: ModelPredicate?
    /// The error of the object's own check that this one was created from; nil for any other.
    package private(set) var original: OriginalError?

    /// Creates an error of a class's own validation, or of the program.
    public init(
        code: Code, objectID: ObjectID, key: String, message: String, value: AttributeValue? = nil,
        predicate: ModelPredicate? = nil
    ) {
        self.code = code
        self.objectID = objectID
        self.key = key
        self.message = message
        self.value = value
        self.predicate = predicate
    }
}

extension ValidationError: CustomStringConvertible {
    /// The object, the message, and the value.
    public var description: String {
        "\(objectID): \(message)" + (value.map { "; the value is \($0.shortText)" } ?? "")
    }
}

extension ValidationError {
    /// Creates an error from that of an object's own check. An error in Core Data's domain keeps its code and key (rule
    /// VAL-18).
    init(_ error: any Error, of object: ManagedObject) {
        if let error = error as? ValidationError {
            self = error
            return
        }
        let cocoaError = error as NSError
        let isCocoaError = cocoaError.domain == NSCocoaErrorDomain
        self.init(
            code: isCocoaError ? Code(rawValue: cocoaError.code) : .managedObjectValidation, objectID: object.objectID,
            key: isCocoaError ? cocoaError.userInfo["NSValidationErrorKey"] as? String ?? "" : "",
            message: isCocoaError ? cocoaError.localizedDescription : String(describing: error))
        original = OriginalError(error: error)
    }
}

/// An error of any kind in a validation error.
package struct OriginalError: Sendable, Hashable {
    /// The error.
    package let error: any Error

    package static func == (left: Self, right: Self) -> Bool { left.error as NSError == right.error as NSError }

    package func hash(into hasher: inout Hasher) { hasher.combine(error as NSError) }
}

extension ValidationErrors {
    /// Returns the errors that an object's validation threw together: several, or one.
    static func errors(in error: any Error) -> [any Error] {
        if let several = error as? ValidationErrors { return several.errors }
        let cocoaError = error as NSError
        guard cocoaError.domain == NSCocoaErrorDomain, cocoaError.code == code,
            let details = cocoaError.userInfo["NSDetailedErrors"] as? [any Error], !details.isEmpty
        else { return [error] }
        return details
    }
}

/// All violations that prevented a save. The save wrote nothing.
///
/// ```swift
/// do {
///     try context.save()
/// } catch let errors as ValidationErrors {
///     for error in errors.errors { print(error.objectID, error.key, error.message) }
/// }
/// ```
public struct ValidationErrors: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 1560
    /// The errors, in the order of the changes. There is at least one.
    public var errors: [ValidationError]

    /// - Parameter errors: At least one.
    public init(errors: [ValidationError]) { self.errors = errors }

    public var description: String { errors.map(\.description).joined(separator: "\n") }
}
