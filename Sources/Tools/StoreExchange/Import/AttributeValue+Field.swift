import Foundation
package import JSONTokens
import ModelDiagnostics
package import ModelSchema
package import ObjectGraph

extension AttributeValue {
    /// Creates a value of an attribute from a field, in the form of an export.
    ///
    /// A composite is an object, or its JSON text. A transformable value that is stored as JSON text is an object with
    /// the text as its member `json`; otherwise it is Base64.
    ///
    /// - Parameters:
    ///   - composites: The composites of the model, by name.
    ///   - readsRawValues: Whether the field is a raw value even if it is the name of an enum's case.
    /// - Throws: ``ImportError`` for a field of a different type. The message does not contain the value.
    package init(
        _ field: JSONTree, for attribute: Attribute, composites: [String: Composite] = [:],
        readsRawValues: Bool = false
    ) throws(ImportError) {
        if field == .null {
            self = .null
            return
        }
        if let members = field.members(for: attribute.type) {
            self = try Self.structured(members, for: attribute, composites, readsRawValues)
            return
        }
        guard let text = field.scalarText else {
            throw ImportError(
                "the field is \(field.kind), not a valid \(attribute.type.rawValue) for '\(attribute.name)'")
        }
        let named = readsRawValues ? nil : attribute.enumeration?.cases?.first { $0.name == text }
        switch named?.rawValue {
        case .integer(let number)?: self = .integer(number)
        case .string(let text)?: self = .string(text)
        case nil:
            guard let value = Self.value(text, for: attribute.type) else {
                throw ImportError(Self.mismatch(for: attribute))
            }
            self = value
        }
    }

    /// A composite, or a transformable value that is stored as JSON text.
    private static func structured(
        _ members: [String: JSONTree], for attribute: Attribute, _ composites: [String: Composite],
        _ readsRawValues: Bool
    ) throws(ImportError) -> AttributeValue {
        guard attribute.type == .composite else {
            guard members.count == 1, case .string(let json)? = members[RowValue.jsonKey] else {
                throw ImportError(mismatch(for: attribute))
            }
            // A store that keeps the text as it is could not be read any more.
            guard (try? JSONScanner.scan(Array(json.utf8)) { try $0.skipValue() }) != nil else {
                throw ImportError("the text of '\(RowValue.jsonKey)' in '\(attribute.name)' is not JSON")
            }
            return .string(json)
        }
        let attributes = composites.composite(of: attribute)?.attributes ?? []
        var values: [String: AttributeValue] = [:]
        for (name, field) in members.sorted(by: { $0.key < $1.key }) {
            guard let member = attributes.first(where: { $0.name == name }) else {
                let hint = NearestName.to(name, among: attributes.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
                throw ImportError("the composite '\(attribute.name)' has no attribute '\(name)'\(hint)")
            }
            let value = try AttributeValue(
                field, for: member, composites: composites, readsRawValues: readsRawValues)
            if !value.isNull { values[name] = value }
        }
        return .composite(values)
    }

    /// The message for a text that an attribute does not accept, without the text, which may be private.
    private static func mismatch(for attribute: Attribute) -> String {
        let type = "a valid \(attribute.type.rawValue) for '\(attribute.name)'"
        guard let cases = attribute.enumeration?.cases, !cases.isEmpty else {
            return "the field is not \(type)\(remedy(for: attribute.type).map { "; \($0)" } ?? "")"
        }
        return "the field is neither \(type) nor one of its cases: \(cases.map(\.name).joined(separator: ", "))"
    }

    /// The form of the texts that a type accepts, for a message.
    private static func remedy(for type: AttributeType) -> String? {
        switch type {
        case .integer16, .integer32, .integer64:
            type.integerRange.map { "write an integer from \($0.lowerBound) to \($0.upperBound)" }
        case .double, .float, .decimal: "write a number, such as 12.5"
        case .boolean: "write true, false, yes, no, 1, or 0"
        case .date: "write a day, such as 2020-01-31, or a time with its zone, such as 2020-01-31T12:00:00Z"
        case .uuid: "write it in groups of 8, 4, 4, 4, and 12 hexadecimal digits"
        case .uri: "percent-encode spaces and characters beyond ASCII"
        case .binary, .transformable: "write it in Base64"
        case .string, .composite, .objectID, .undefined: nil
        }
    }

    private static func value(_ text: String, for type: AttributeType) -> AttributeValue? {
        switch type {
        case .string: return .string(text)
        case .integer16, .integer32, .integer64:
            guard let number = Int64(text), type.integerRange?.contains(number) ?? true else { return nil }
            return .integer(number)
        case .double: return inRange(Double(text), of: text).map { .double($0) }
        case .float: return inRange(Float(text), of: text).map { .float($0) }
        case .decimal: return Decimal(exactly: completed(text)).map { .decimal($0) }
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "1": return .boolean(true)
            case "false", "no", "0": return .boolean(false)
            default: return nil
            }
        case .date:
            // A day without a time is its start.
            let interval = (try? DateText.interval(from: text)) ?? (try? DateText.interval(from: text + "T00:00:00Z"))
            return interval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .uuid: return UUID(text: text).map { .uuid($0) }
        case .uri: return text.isEmpty ? nil : URL(exactly: text).map { .uri($0) }
        case .binary, .transformable: return Data(base64Encoded: text).map { .binary($0) }
        case .composite, .objectID, .undefined: return nil
        }
    }

    /// A number, but neither infinity nor zero for digits that are out of range.
    private static func inRange<Number: BinaryFloatingPoint>(_ number: Number?, of text: String) -> Number? {
        guard let number else { return nil }
        if number.isInfinite { return text.contains(where: \.isNumber) ? nil : number }
        guard number.isZero else { return number }
        // A hexadecimal number has its exponent after a p, and the letters before it are digits.
        let isHexadecimal = text.contains { $0 == "x" || $0 == "X" }
        let digits = text.prefix { isHexadecimal ? $0 != "p" && $0 != "P" : $0 != "e" && $0 != "E" }
        return digits.contains { ($0.hexDigitValue ?? 0) > 0 } ? nil : number
    }

    /// A number with the zeros that some programs leave out around a decimal point: `.5` and `1.`.
    private static func completed(_ text: String) -> String {
        let whole = text.hasSuffix(".") ? String(text.dropLast()) : text
        let sign = whole.prefix { $0 == "+" || $0 == "-" }
        let rest = whole.dropFirst(sign.count)
        return rest.hasPrefix(".") ? sign + "0" + rest : whole
    }

    /// The value that rows find objects by. It equals that of an object with the same value.
    var rowValue: RowValue { RowValue(QueryValue<ManagedObject>(self)) }
}
