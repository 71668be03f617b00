package import Foundation

/// A value from `JSONSerialization` or Foundation's classes, for conversions without loss (rule OBJ-17).
///
/// The value of a number matters, not its type: `true` is 1, and 2.0 is an integer. Two numbers are equal if their
/// shortest decimal strings are, so 0.1 is a Float, a Decimal, and a Double.
package enum LooseValue {
    case null
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case text(String)

    /// Returns nil for a value that is not a number, text, or nil.
    init?(_ value: Any) {
        // Its own type first, because Foundation's numbers cast to any type that fits.
        if let number = value as? NSNumber, type(of: value) is NSNumber.Type {
            self.init(number)
        } else if let flag = value as? Bool {
            self = .integer(flag ? 1 : 0)
        } else if let number = value as? any BinaryInteger {
            self.init(number)
        } else if let number = value as? any BinaryFloatingPoint {
            self.init(real: number)
        } else if let number = value as? Decimal {
            self = .decimal(number)
        } else if let text = value as? any StringProtocol {
            self = .text(String(text))
        } else if value is NSNull || value is NullValue {
            self = .null
        } else if let optional = value as? any OptionalType, optional.isNil {
            self = .null
        } else {
            return nil
        }
    }

    private init?(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self.init(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    private init?(_ number: some BinaryInteger) {
        if let whole = Int64(exactly: number) {
            self = .integer(whole)
        } else if let decimal = Decimal(string: String(number)), decimal.description == String(number) {
            self = .decimal(decimal)
        } else {
            return nil
        }
    }

    private init?(real number: some BinaryFloatingPoint) {
        if number.isNaN {
            self = .real(.nan)
        } else if let single = number as? Float {
            self = .real(Double(single))
        } else if let real = Double(exactly: number) {
            self = .real(real)
        } else {
            return nil
        }
    }

    /// Whether the value is a number.
    var isNumber: Bool {
        switch self {
        case .integer, .real, .decimal: true
        case .null, .text: false
        }
    }

    /// Returns whether a value represents nil in a collection that cannot contain it.
    package static func isNothing(_ value: Any) -> Bool {
        if case .null? = LooseValue(value) { true } else { false }
    }

    /// Returns a value as a type that represents it without loss; nil if there is none.
    package static func value<Value>(_ value: Any, as type: Value.Type) -> Value? {
        if let value = value as? Value { return value }
        guard let loose = LooseValue(value) else { return nil }
        switch type {
        case let integer as any FixedWidthInteger.Type:
            return loose.whole.flatMap { integer.init(exactly: $0) as? Value }
        case is Bool.Type: return loose.attributeValue(as: .boolean).flatMap { Bool(attributeValue: $0) as? Value }
        case is Double.Type: return loose.real as? Value
        case is Float.Type: return loose.single as? Value
        case is Decimal.Type: return loose.exactDecimal as? Value
        case is String.Type: if case .text(let text) = loose { return text as? Value }
        default: break
        }
        return nil
    }

    /// Returns the value as that of an attribute type; nil if the type would change it.
    func attributeValue(as type: AttributeType) -> AttributeValue? {
        if case .null = self { return .null }
        switch type {
        case .integer16, .integer32, .integer64: return whole.map(AttributeValue.integer)
        case .boolean: return whole.flatMap { $0 == 0 || $0 == 1 ? .boolean($0 == 1) : nil }
        case .double: return real.map(AttributeValue.double)
        case .float: return single.map(AttributeValue.float)
        case .decimal: return exactDecimal.map(AttributeValue.decimal)
        case .string: if case .text(let text) = self { return .string(text) } else { return nil }
        default: return nil
        }
    }

    private var whole: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        case .decimal(let number): Int64(number.description)
        case .null, .text: nil
        }
    }

    private var real: Double? {
        switch self {
        case .integer(let number): Double(exactly: number)
        case .real(let number): number
        case .decimal(let number):
            Double(number.description).flatMap { Decimal(string: "\($0)") == number ? $0 : nil }
        case .null, .text: nil
        }
    }

    private var single: Float? {
        guard let real else { return nil }
        let single = Float(real)
        return real.isNaN || Double(single) == real || Double("\(single)") == real ? single : nil
    }

    private var exactDecimal: Decimal? {
        switch self {
        case .integer(let number): return Decimal(number)
        case .real(let number):
            guard number.isFinite, let decimal = Decimal(string: "\(number)") else { return nil }
            return Double(decimal.description) == number ? decimal : nil
        case .decimal(let number): return number
        case .null, .text: return nil
        }
    }
}

/// A value that represents nil in collections.
///
/// ```swift
/// let values = note.dictionaryWithValues(forKeys: ["title", "notebook"])
/// let present = values.filter { !($0.value is NullValue) }  // ["title": "Milk"]
/// ```
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
