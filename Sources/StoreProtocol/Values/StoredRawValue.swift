/// A raw value that an attribute can store: an integer of any size, or a string.
public protocol StoredRawValue {
    /// Creates a value from a stored one; nil if it is null, of another type, or out of range.
    init?(storedValue: AttributeValue)

    /// The value to store; nil if no attribute can store it.
    var storedValue: AttributeValue? { get }
}

extension StoredRawValue where Self: BinaryInteger {
    public init?(storedValue: AttributeValue) {
        guard case .integer(let number) = storedValue else { return nil }
        self.init(exactly: number)
    }

    public var storedValue: AttributeValue? { Int64(exactly: self).map(AttributeValue.integer) }
}

extension Int: StoredRawValue {}
extension Int8: StoredRawValue {}
extension Int16: StoredRawValue {}
extension Int32: StoredRawValue {}
extension Int64: StoredRawValue {}
extension UInt: StoredRawValue {}
extension UInt8: StoredRawValue {}
extension UInt16: StoredRawValue {}
extension UInt32: StoredRawValue {}
extension UInt64: StoredRawValue {}

extension String: StoredRawValue {
    public init?(storedValue: AttributeValue) {
        guard case .string(let text) = storedValue else { return nil }
        self = text
    }

    public var storedValue: AttributeValue? { .string(self) }
}
