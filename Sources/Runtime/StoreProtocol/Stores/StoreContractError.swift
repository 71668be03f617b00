/// An error that occurs if a store violates a requirement.
///
/// ```swift
/// guard let number = Int64(text) else {
///     throw StoreContractError(rule: .values, objectID: hero, propertyName: "universe")
/// }
/// ```
public struct StoreContractError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requirements for stores.
    public enum Rule: String, Sendable, CaseIterable {
        case entity = "a store returns only objects of the requested entities"
        case repetition = "a result contains each object once"
        case identity = "a result contains only the store's own object IDs"
        case values = "a row has a value of the right type for each attribute"
        case destinations =
            "a relationship points to objects of its destination, each once, and a to-one to at most one"
        case count = "a result has an entry for each requested object"
        case version = "versions increase with each commit"
        case number = "the number of a new object is positive, and no other object's of its entity hierarchy"
        case range = "a result contains no more objects than the limit"
        case groups = "a group has a value for each key and aggregate, and without keys there is one group"
    }

    /// The violated rule.
    public var rule: Rule
    /// The object in violation; nil if there is no specific object.
    public var objectID: ObjectID?
    /// The property in violation; nil if there is no specific property.
    public var propertyName: String?

    /// Creates an error.
    public init(rule: Rule, objectID: ObjectID? = nil, propertyName: String? = nil) {
        self.rule = rule
        self.objectID = objectID
        self.propertyName = propertyName
    }

    public var description: String {
        let object = objectID.map { " (\($0)\(propertyName.map { ", '\($0)'" } ?? ""))" } ?? ""
        return "the store violates a requirement: \(rule.rawValue)\(object)"
    }
}
