/// A store has answered what it must not.
public struct BrokenPromise: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stores promise.
    public enum Rule: String, Sendable, CaseIterable {
        case entity = "a store answers with objects of the entities that it is asked for"
        case repetition = "an object comes once in an answer"
        case identity = "identities in an answer are the store's own"
        case values = "a row has a value of the right type for each attribute"
        case destinations =
            "a relationship leads to objects of its destination, to each once, and a to-one to one at most"
        case count = "an answer has an entry for each object that was asked for"
        case version = "versions rise with each commit"
        case range = "an answer has no more objects than the limit"
        case groups = "a group has a value for each key and each total, and without keys there is one"
    }

    /// The rule that does not hold.
    public var rule: Rule
    /// The object that it does not hold for; nil where it is none in particular.
    public var objectID: ObjectID?
    /// The property that it does not hold for; nil where it is none in particular.
    public var propertyName: String?

    /// A promise that does not hold, and of what.
    public init(rule: Rule, objectID: ObjectID? = nil, propertyName: String? = nil) {
        self.rule = rule
        self.objectID = objectID
        self.propertyName = propertyName
    }

    public var description: String {
        let object = objectID.map { " (\($0)\(propertyName.map { ", '\($0)'" } ?? ""))" } ?? ""
        return "the store breaks its promise: \(rule.rawValue)\(object)"
    }
}
