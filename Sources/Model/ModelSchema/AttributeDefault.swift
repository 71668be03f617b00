/// A default value with the type of its attribute, which does not depend on a library.
public enum AttributeDefault: Sendable, Hashable {
    /// The default of an attribute of an integer type.
    case integer(Int64)
    /// The default of an attribute of type Double or Float.
    case double(Double)
    /// The decimal digits in the file.
    case decimal(String)
    /// The default of an attribute of type String.
    case string(String)
    /// The default of an attribute of type Boolean.
    case boolean(Bool)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// The unchecked text of a UUID.
    case uuid(String)
    /// The unchecked text of a URL.
    case uri(String)
}

extension Attribute {
    /// The default value of a new object; nil if there is none, or if the text is not valid for the attribute's type.
    ///
    /// Reading is lenient, because an editor keeps the text when the type changes: an integer can be `0.0` or `NO`, and
    /// a Boolean can be `0`. An integer out of its type's range is not a default.
    ///
    /// Source: the stale defaults found in public models.
    public var defaultValue: AttributeDefault? {
        if type == .date {
            return defaultDateTimeInterval.flatMap(Double.init).map(AttributeDefault.date)
        }
        guard let text = defaultValueString else { return nil }
        switch type {
        case .integer16, .integer32, .integer64:
            return type.integer(readLeniently: text).map(AttributeDefault.integer)
        case .double: return Double(text).map(AttributeDefault.double)
        case .float: return Float(text).map { .double(Double($0)) }
        case .decimal: return Double(text).map { _ in .decimal(text) }
        case .boolean: return AttributeType.boolean(readLeniently: text).map(AttributeDefault.boolean)
        case .string: return .string(text)
        case .uuid: return .uuid(text)
        case .uri: return .uri(text)
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
            case "YES", "true": 1
            case "NO", "false": 0
            default: Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
            }
        guard let value, let integerRange, integerRange.contains(value) else { return nil }
        return value
    }

    fileprivate static func boolean(readLeniently text: String) -> Bool? {
        switch text {
        case "YES", "true": true
        case "NO", "false": false
        default: Double(text).map { $0 != 0 }
        }
    }
}
