/// A type whose values may be nil.
package protocol OptionalType {
    static var wrappedType: Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: OptionalType {
    package static var wrappedType: Any.Type { Wrapped.self }
    package var isNil: Bool { self == nil }
}
