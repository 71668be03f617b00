import Foundation

/// A default value with the type of its attribute, as plain values.
///
/// ```swift
/// if case .integer(let stars)? = rating.defaultValue { print(stars) }  // 3
/// ```
public enum AttributeDefault: Sendable, Hashable {
    /// The default of an attribute of an integer type.
    case integer(Int64)
    /// The default of an attribute of type Double or Float.
    case double(Double)
    /// The digits in the file, which are a valid decimal number.
    case decimal(String)
    /// The default of an attribute of type String.
    case string(String)
    /// The default of an attribute of type Boolean.
    case boolean(Bool)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// The text of a valid UUID.
    case uuid(String)
    /// The text of a valid URL, which is not empty.
    case uri(String)
}

extension Attribute {
    /// The default value of a new object; nil if there is none, or if the text is not valid for the attribute's type.
    ///
    /// Reading is lenient, because an editor keeps the text when the type changes: an integer can be `0.0`, or `NO` or
    /// `YES`, which both mean 0, and a Boolean can be `0`. A number that its type cannot hold, such as an infinite
    /// one, is not a default.
    ///
    /// Source: the stale defaults found in public models.
    public var defaultValue: AttributeDefault? {
        if type == .date {
            return defaultDateTimeInterval.flatMap(Double.init).flatMap { $0.isFinite ? .date($0) : nil }
        }
        guard let text = defaultValueString else { return nil }
        switch type {
        case .integer16, .integer32, .integer64:
            return type.integer(readLeniently: text).map(AttributeDefault.integer)
        case .double: return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        case .float: return Float(text).flatMap { $0.isFinite ? .double(Double($0)) : nil }
        case .decimal: return AttributeType.isDecimal(text) ? .decimal(text) : nil
        case .boolean: return AttributeType.boolean(readLeniently: text).map(AttributeDefault.boolean)
        case .string: return .string(text)
        case .uuid: return UUID(uuidString: text) == nil ? nil : .uuid(text)
        // Some platforms parse an empty URL.
        case .uri: return text.isEmpty || URL(string: text) == nil ? nil : .uri(text)
        case .date, .binary, .transformable, .objectID, .composite, .undefined: return nil
        }
    }
}

extension AttributeType {
    /// The range of values of an integer type; nil for other types.
    public var integerRange: ClosedRange<Int64>? {
        switch self {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        case .integer64: Int64.min...Int64.max
        default: nil
        }
    }

    fileprivate func integer(readLeniently text: String) -> Int64? {
        let value: Int64? =
            switch text {
            // Apple's compiler reads text that is not a number as 0.
            case "YES", "true", "NO", "false": 0
            default: Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
            }
        guard let value, let integerRange, integerRange.contains(value) else { return nil }
        return value
    }

    /// The least and the greatest magnitude of a `Decimal`, apart from zero.
    private static let decimalMagnitudes = 1e-128...3.4e165

    /// Whether a text is a decimal number that a `Decimal` can hold. `Double` also parses hexadecimal numbers, which
    /// have other characters.
    fileprivate static func isDecimal(_ text: String) -> Bool {
        guard let number = Double(text), text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else {
            return false
        }
        return number == 0 || decimalMagnitudes.contains(number.magnitude)
    }

    fileprivate static func boolean(readLeniently text: String) -> Bool? {
        switch text {
        case "YES", "true": true
        case "NO", "false": false
        default: Double(text).map { $0 != 0 }
        }
    }
}
