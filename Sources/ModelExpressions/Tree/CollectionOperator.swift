/// An operator on a collection inside a key path; the raw value is its spelling.
public enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
    /// The number of members.
    case count = "@count"
    /// The sum of the members; 0 for none.
    case sum = "@sum"
    /// The mean of the members; 0 for none.
    case average = "@avg"
    /// The least member; nil for none.
    case minimum = "@min"
    /// The greatest member; nil for none.
    case maximum = "@max"
    /// The members, each once.
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    /// The members, as often as they occur.
    case unionOfObjects = "@unionOfObjects"

    /// Whether the result is a collection again.
    public var yieldsCollection: Bool {
        self == .distinctUnionOfObjects || self == .unionOfObjects
    }
}
