import Foundation

extension AttributeValue {
    /// Converts an untyped value, as from string-keyed access, for an attribute;
    /// nil if the attribute does not accept it.
    ///
    /// Numbers can have any number type, including Foundation's, if nothing is lost, and text can have any string type.
    /// `NSNull` is nil. A composite is a dictionary with its members as keys.
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
        case .float: return (value as? Float).map(AttributeValue.float)
        case .decimal: return (value as? Decimal).map(AttributeValue.decimal)
        case .boolean: return (value as? Bool).map(AttributeValue.boolean)
        case .string: return (value as? String).map(AttributeValue.string)
        case .date: return (value as? Date).map(AttributeValue.date)
        // Only accessors accept text, because they know that it is JSON.
        case .binary, .transformable: return (value as? Data).map(AttributeValue.binary)
        case .uuid: return (value as? UUID).map(AttributeValue.uuid)
        case .uri: return (value as? URL).map(\.attributeValue)
        case .composite, .objectID, .undefined: return nil
        }
    }

    /// Describes why ``init(_:for:composites:)`` rejects a value, in Core Data's words.
    package static func rejectionReason(of value: Any?, for attribute: Attribute) -> String {
        let given = value.map { "\(type(of: $0))" } ?? "nil"
        if attribute.type.isNumber, value.flatMap({ LooseValue($0) })?.isNumber == true {
            return "the value of type \(given) is out of range for \(attribute.type.rawValue), or not exact"
        }
        return "unacceptable type of value: expected \(attribute.type.rawValue), given \(given)"
    }

    /// Returns the value for string-keyed access: of the type of the attribute's accessor, or nil. The value of a
    /// transformable attribute is the stored data or JSON text; a composite is a `[String: Any]`.
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
        guard case .integer(let number) = self else { return anyValue }
        return switch type {
        case .integer16: Int16(truncatingIfNeeded: number)
        case .integer32: Int32(truncatingIfNeeded: number)
        default: number
        }
    }

    /// The value for string-keyed access by a caller that does not know the attribute: an integer has 64 bits.
    package var anyValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let flag): flag
        case .integer(let number): number
        case .float(let number): number
        case .double(let number): number
        case .decimal(let number): number
        case .string(let text): text
        case .date(let date): date
        case .binary(let data): data
        case .uuid(let uuid): uuid
        case .uri(let url): url
        case .composite(let values): values.compactMapValues(\.anyValue)
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
