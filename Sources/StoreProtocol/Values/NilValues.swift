/// A value that represents nil in collections.
public struct NullValue: Sendable, Hashable {
    /// Creates a null value. All null values are equal.
    public init() {}
}
