public import Foundation

/// A Swift type that an attribute's accessor can have.
///
/// ```swift
/// let title: String? = "Emma"
/// print(title.attributeValue)  // string("Emma")
/// print(String?(attributeValue: .null) ?? "None")  // None
/// print(Int32(attributeValue: .null))  // 0, because an Int32 is never missing
/// ```
public protocol AttributeRepresentable {
    /// Reads a stored value. Null, and a value of another type, read as the type's empty value.
    init(attributeValue: AttributeValue)

    /// The stored value; null if there is none.
    var attributeValue: AttributeValue { get }
}

extension Optional: AttributeRepresentable where Wrapped: RequiredAttributeRepresentable {
    public init(attributeValue: AttributeValue) { self = Wrapped.read(attributeValue) }

    public var attributeValue: AttributeValue { self?.attributeValue ?? .null }
}

/// A Swift type for attributes that always have a value.
///
/// ```swift
/// struct Money: RequiredAttributeRepresentable {
///     var cents: Int64
///
///     static var emptyValue: Money { Money(cents: 0) }
///     var attributeValue: AttributeValue { .integer(cents) }
///     static func read(_ value: AttributeValue) -> Money? { Int64.read(value).map { Money(cents: $0) } }
/// }
/// ```
public protocol RequiredAttributeRepresentable: AttributeRepresentable {
    /// The value of an attribute without a stored value, such as a required one before it is first set. Saving such an
    /// object fails.
    static var emptyValue: Self { get }

    /// Returns the stored value as this type; nil if it is null or has another type.
    static func read(_ value: AttributeValue) -> Self?
}

extension RequiredAttributeRepresentable {
    public init(attributeValue: AttributeValue) { self = Self.read(attributeValue) ?? Self.emptyValue }
}

extension Bool: RequiredAttributeRepresentable {
    public static var emptyValue: Bool { false }
    public var attributeValue: AttributeValue { .boolean(self) }
    public static func read(_ value: AttributeValue) -> Bool? {
        if case .boolean(let flag) = value { flag } else { nil }
    }
}

extension Int16: RequiredAttributeRepresentable {
    public static var emptyValue: Int16 { 0 }
    public var attributeValue: AttributeValue { .integer(Int64(self)) }
    public static func read(_ value: AttributeValue) -> Int16? {
        if case .integer(let number) = value { Int16(exactly: number) } else { nil }
    }
}

extension Int32: RequiredAttributeRepresentable {
    public static var emptyValue: Int32 { 0 }
    public var attributeValue: AttributeValue { .integer(Int64(self)) }
    public static func read(_ value: AttributeValue) -> Int32? {
        if case .integer(let number) = value { Int32(exactly: number) } else { nil }
    }
}

extension Int64: RequiredAttributeRepresentable {
    public static var emptyValue: Int64 { 0 }
    public var attributeValue: AttributeValue { .integer(self) }
    public static func read(_ value: AttributeValue) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }
}

extension Float: RequiredAttributeRepresentable {
    public static var emptyValue: Float { 0 }
    public var attributeValue: AttributeValue { .float(self) }
    public static func read(_ value: AttributeValue) -> Float? {
        if case .float(let number) = value { number } else { nil }
    }
}

extension Double: RequiredAttributeRepresentable {
    public static var emptyValue: Double { 0 }
    public var attributeValue: AttributeValue { .double(self) }
    public static func read(_ value: AttributeValue) -> Double? {
        if case .double(let number) = value { number } else { nil }
    }
}

extension Decimal: RequiredAttributeRepresentable {
    public static var emptyValue: Decimal { 0 }
    public var attributeValue: AttributeValue { .decimal(self) }
    public static func read(_ value: AttributeValue) -> Decimal? {
        if case .decimal(let number) = value { number } else { nil }
    }
}

extension String: RequiredAttributeRepresentable {
    public static var emptyValue: String { "" }
    public var attributeValue: AttributeValue { .string(self) }
    public static func read(_ value: AttributeValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}

extension Date: RequiredAttributeRepresentable {
    /// 2001-01-01 00:00:00 UTC.
    public static var emptyValue: Date { Date(timeIntervalSinceReferenceDate: 0) }
    public var attributeValue: AttributeValue { .date(self) }
    public static func read(_ value: AttributeValue) -> Date? {
        if case .date(let date) = value { date } else { nil }
    }
}

extension Data: RequiredAttributeRepresentable {
    public static var emptyValue: Data { Data() }
    public var attributeValue: AttributeValue { .binary(self) }
    public static func read(_ value: AttributeValue) -> Data? {
        if case .binary(let data) = value { data } else { nil }
    }
}

extension UUID: RequiredAttributeRepresentable {
    /// All bytes zero.
    public static var emptyValue: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    public var attributeValue: AttributeValue { .uuid(self) }
    public static func read(_ value: AttributeValue) -> UUID? {
        if case .uuid(let uuid) = value { uuid } else { nil }
    }
}

extension URL: RequiredAttributeRepresentable {
    /// The current folder, which is the meaning of an empty path.
    public static var emptyValue: URL { URL(filePath: "") }
    /// The absolute URL, because stores keep strings.
    public var attributeValue: AttributeValue { .uri(absoluteURL) }
    public static func read(_ value: AttributeValue) -> URL? {
        if case .uri(let url) = value { url } else { nil }
    }
}

/// A generated struct of a composite of the model.
///
/// ```swift
/// struct Place: CompositeRepresentable, Equatable {
///     var city: String
///     var floor: Int16?
///     static var emptyValue: Place { Place(compositeMembers: [:]) }
///     var compositeMembers: CompositeMembers { ["city": city.attributeValue, "floor": floor.attributeValue] }
///
///     init(compositeMembers members: CompositeMembers) { (city, floor) = (members["city"], members["floor"]) }
/// }
/// ```
public protocol CompositeRepresentable: RequiredAttributeRepresentable {
    /// Creates a value from its members. A member that is missing or of another type becomes nil,
    /// or its type's empty value.
    init(compositeMembers members: CompositeMembers)

    /// The stored members, by name.
    var compositeMembers: CompositeMembers { get }
}

extension CompositeRepresentable {
    public var attributeValue: AttributeValue { .composite(compositeMembers.values) }

    public static func read(_ value: AttributeValue) -> Self? {
        guard case .composite(let values) = value else { return nil }
        return Self(compositeMembers: CompositeMembers(values: values))
    }
}

/// The members of a composite's value by name, without those that are nil.
///
/// ```swift
/// let members: CompositeMembers = ["city": .string("Basel"), "floor": .null]
/// let (city, floor): (String, Int16?) = (members["city"], members["floor"])  // Basel, nil
/// ```
public struct CompositeMembers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    let values: [String: AttributeValue]

    init(values: [String: AttributeValue]) { self.values = values }

    /// Creates members by name, without null ones. Of equal names, the first counts.
    public init(dictionaryLiteral elements: (String, AttributeValue)...) {
        values = Dictionary(elements.filter { !$0.1.isNull }, uniquingKeysWith: { first, _ in first })
    }

    /// A member as the type of its property.
    public subscript<Value: AttributeRepresentable>(name: String) -> Value {
        Value(attributeValue: values[name] ?? .null)
    }
}

/// A raw value that an attribute can store: an integer of any size, or a string.
///
/// ```swift
/// enum Origin: Int32 {  // Int32 is a StoredRawValue.
///     case prime = 1, mirror
/// }
///
/// hero[enumeration: "universe"] = Origin.mirror
/// let origin: Origin? = hero[enumeration: "universe"]  // Nil for a number without a case
/// ```
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
