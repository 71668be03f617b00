/// One thing that the model does not allow in an object that was to be saved.
public struct ValidationError: Error, Sendable, Hashable {
    /// What is wrong; the raw values are Core Data's error codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A required property has no value.
        public static let missingMandatoryProperty = Code(rawValue: 1570)
        /// A relationship has too few destinations.
        public static let relationshipLacksMinimumCount = Code(rawValue: 1580)
        /// A relationship has too many destinations.
        public static let relationshipExceedsMaximumCount = Code(rawValue: 1590)
        /// A deleted object still has destinations in a relationship with the delete rule Deny.
        public static let relationshipDeniedDelete = Code(rawValue: 1600)
    }

    public var code: Code
    public var objectID: ObjectID
    /// The property.
    public var key: String
    public var message: String

    public init(code: Code, objectID: ObjectID, key: String, message: String) {
        self.code = code
        self.objectID = objectID
        self.key = key
        self.message = message
    }
}

/// Everything that kept objects from being saved. Nothing was written.
public struct ValidationErrors: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not empty; in the order of the changes.
    public var errors: [ValidationError]

    public init(errors: [ValidationError]) {
        self.errors = errors
    }

    public var description: String {
        errors.map { "\($0.objectID): \($0.message)" }.joined(separator: "\n")
    }
}
