/// A value of a type this module does not know, carried through an expression unchanged.
public struct OpaqueValue: Sendable {
    /// The value itself.
    public let value: any Hashable & Sendable
    /// The entity, where the value is an object or stands for one; the checker compares it with the model.
    public let entityName: String?

    /// Wraps a value.
    public init(_ value: any Hashable & Sendable, entityName: String? = nil) {
        self.value = value
        self.entityName = entityName
    }
}

extension OpaqueValue: Hashable {
    /// Whether both hold equal values; the entity's name only informs.
    public static func == (left: OpaqueValue, right: OpaqueValue) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) {
        AnyHashable(value).hash(into: &hasher)
    }
}
