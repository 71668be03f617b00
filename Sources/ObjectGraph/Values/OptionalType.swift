/// A type whose values may be nil.
protocol OptionalType {
    static var wrappedType: Any.Type { get }
    var isNil: Bool { get }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }
    var isNil: Bool { self == nil }
}
