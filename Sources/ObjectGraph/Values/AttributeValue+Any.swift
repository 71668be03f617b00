import Foundation

extension AttributeValue {
    /// A value handed over without its type, as string-keyed access does, for an attribute of a type; nil when it
    /// cannot be one.
    ///
    /// Numbers are taken from any number type, as long as nothing is lost.
    init?(_ value: Any?, type: AttributeType) {
        guard let value else {
            self = .null
            return
        }
        guard let converted = Self.convert(value, to: type), converted.fits(type) else { return nil }
        self = converted
    }

    private static func convert(_ value: Any, to type: AttributeType) -> AttributeValue? {
        switch type {
        case .integer16, .integer32, .integer64:
            return (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }.map(AttributeValue.integer)
        case .double:
            return double(value).map(AttributeValue.double)
        case .float:
            if let number = value as? Float { return .float(number) }
            return double(value).flatMap { Float(exactly: $0) }.map(AttributeValue.float)
        case .decimal:
            if let number = value as? any BinaryInteger { return Decimal(string: String(number)).map { .decimal($0) } }
            return (value as? Decimal).map(AttributeValue.decimal)
        case .boolean: return (value as? Bool).map(AttributeValue.boolean)
        case .string: return (value as? String).map(AttributeValue.string)
        case .date: return (value as? Date).map(AttributeValue.date)
        case .binary, .transformable: return (value as? Data).map(AttributeValue.binary)
        case .uuid: return (value as? UUID).map(AttributeValue.uuid)
        case .uri: return (value as? URL).map(\.attributeValue)
        case .composite, .objectID, .undefined: return nil
        }
    }

    private static func double(_ value: Any) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as any BinaryInteger: Double(exactly: number)
        default: nil
        }
    }

    /// The value as string-keyed access hands it out: of the type that the attribute's accessor has, or nil.
    func anyValue(for type: AttributeType) -> Any? {
        switch self {
        case .null: nil
        case .boolean(let flag): flag
        case .integer(let number):
            switch type {
            case .integer16: Int16(truncatingIfNeeded: number)
            case .integer32: Int32(truncatingIfNeeded: number)
            default: number
            }
        case .float(let number): number
        case .double(let number): number
        case .decimal(let number): number
        case .string(let text): text
        case .date(let date): date
        case .binary(let data): data
        case .uuid(let uuid): uuid
        case .uri(let url): url
        }
    }
}
