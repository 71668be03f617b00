import Foundation

extension AttributeValue {
    /// A value handed over without its type, as string-keyed access does, for an attribute; nil when it cannot be one.
    ///
    /// Numbers are taken from any number type, Foundation's among them, as long as nothing is lost, and text from any
    /// type of text; `NSNull` is nil. A composite is taken from a dictionary that has its members as keys.
    package init?(_ value: Any?, for attribute: Attribute, composites: [String: Composite]) {
        guard attribute.type == .composite, let value else {
            self.init(value, type: attribute.type)
            return
        }
        if LooseValue.isNothing(value) {
            self = .null
            return
        }
        guard let members = value as? [String: Any],
            let composite = attribute.compositeName.flatMap({ composites[$0] })
        else { return nil }
        var values: [String: AttributeValue] = [:]
        for (name, member) in members {
            guard let attribute = composite.attributes.first(where: { $0.name == name }),
                let value = AttributeValue(member, for: attribute, composites: composites)
            else { return nil }
            if !value.isNull { values[name] = value }
        }
        self = .composite(values)
    }

    private init?(_ value: Any?, type: AttributeType) {
        guard let value else {
            self = .null
            return
        }
        let converted = Self.convert(value, to: type) ?? LooseValue(value)?.attributeValue(as: type)
        guard let converted, converted.fits(type) else { return nil }
        self = converted
    }

    private static func convert(_ value: Any, to type: AttributeType) -> AttributeValue? {
        switch type {
        case .integer16, .integer32, .integer64:
            return (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }.map(AttributeValue.integer)
        case .double: return (value as? Double).map(AttributeValue.double)
        case .float:
            return (value as? Float).map(AttributeValue.float)
        case .decimal:
            return (value as? Decimal).map(AttributeValue.decimal)
        case .boolean: return (value as? Bool).map(AttributeValue.boolean)
        case .string: return (value as? String).map(AttributeValue.string)
        case .date: return (value as? Date).map(AttributeValue.date)
        // Text is taken from accessors only, which know that it is JSON.
        case .binary, .transformable: return (value as? Data).map(AttributeValue.binary)
        case .uuid: return (value as? UUID).map(AttributeValue.uuid)
        case .uri: return (value as? URL).map(\.attributeValue)
        case .composite, .objectID, .undefined: return nil
        }
    }

    /// Why a value that ``init(_:for:composites:)`` refuses is none of an attribute's, as Core Data words it.
    package static func refusal(of value: Any?, for attribute: Attribute) -> String {
        let given = value.map { "\(type(of: $0))" } ?? "nil"
        let number = value.flatMap { LooseValue($0) }
        switch number {
        case .integer?, .real?, .decimal?:
            if attribute.type.isNumber {
                return "the value of type \(given) is not exact, or out of range, as \(attribute.type.rawValue)"
            }
        default: break
        }
        return "unacceptable type of value: expected \(attribute.type.rawValue), given \(given)"
    }

    /// The value as string-keyed access hands it out: of the type that the attribute's accessor has, or nil. Of a
    /// Transformable, it is what is stored: data, or JSON text; a composite is a `[String: Any]`.
    package func anyValue(for attribute: Attribute, composites: [String: Composite]) -> Any? {
        guard case .composite(let values) = self else { return anyValue(for: attribute.type) }
        let members = attribute.compositeName.flatMap { composites[$0] }?.attributes ?? []
        var result: [String: Any] = [:]
        for member in members {
            result[member.name] = values[member.name]?.anyValue(for: member, composites: composites)
        }
        return result
    }

    private func anyValue(for type: AttributeType) -> Any? {
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
        case .composite(let values): values
        }
    }
}

extension AttributeType {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: true
        default: false
        }
    }
}
