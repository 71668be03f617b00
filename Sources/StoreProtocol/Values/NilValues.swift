/// A value that represents nil in collections.
public struct NullValue: Sendable, Hashable {
    /// Creates a null value. All null values are equal.
    public init() {}
}

/// A type whose values may be nil.
package protocol OptionalType {
    static var wrappedType: Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: OptionalType {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var isNil: Bool { self == nil }
}
