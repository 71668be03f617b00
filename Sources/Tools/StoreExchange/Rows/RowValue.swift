import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph

/// A value for people and other programs.
package enum RowValue: Sendable, Hashable {
    /// Nil, which JSON leaves out.
    case null
    /// Nil in an export, of an attribute with a default. JSON contains it, because an object that is created from a
    /// row without it gets the default.
    case nilInsteadOfDefault
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Text, and values that are written as text: decimals, dates, UUIDs, URIs, and bytes in Base64.
    case text(String)
    case list([RowValue])
    /// The members of a composite by name, without those that are nil.
    case members([String: RowValue])
    /// A transformable value that is stored as JSON text, not as the data of a transformer. In JSON, it is an object
    /// with the text as its only member, which distinguishes it from Base64.
    case jsonText(String)

    /// The only member of a transformable value that is stored as JSON text.
    static let jsonKey = "json"

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - attribute: The attribute that the value, or each member of a list, belongs to; nil for a computed value.
    ///   - composites: The composites of the model, by name.
    init(
        _ value: QueryValue<ManagedObject>, of attribute: Attribute? = nil, in composites: [String: Composite] = [:]
    ) {
        switch value {
        case .string(let text) where attribute?.type == .transformable: self = .jsonText(text)
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = number.isFinite ? .real(number) : .text(String(number))
        case .decimal(let number): self = .text(number.description)
        case .string(let text): self = .text(text)
        case .date(let date): self = .text(DateText.text(for: date.timeIntervalSinceReferenceDate))
        case .binary(let data): self = .text(data.base64EncodedString())
        case .uuid(let uuid): self = .text(uuid.text)
        case .uri(let url): self = .text(url.absoluteString)
        case .object(let object): self = .integer(object.objectID.number)
        case .objectID(let objectID): self = .integer(objectID.number)
        case .structure(let structure):
            let attributes = attribute.flatMap { composites.composite(of: $0) }?.attributes ?? []
            var members: [String: RowValue] = [:]
            for (name, member) in structure.members {
                let value = RowValue(
                    QueryValue<ManagedObject>(member), of: attributes.first { $0.name == name }, in: composites)
                if value != .null { members[name] = value }
            }
            self = .members(members)
        case .many(let members): self = .list(members.map { RowValue($0, of: attribute, in: composites) })
        case .opaque: self = .null
        }
    }

    /// The value with the names of enum cases instead of raw values, also in composites. Other values stay.
    ///
    /// - Parameter isExported: Whether an import reads the value.
    /// - Throws: ``ExportError`` for an exported value without a case that an import would read as another case.
    func namingCases(
        of attribute: Attribute, in composites: [String: Composite], isExported: Bool
    ) throws(ExportError) -> RowValue {
        switch self {
        case .integer(let number):
            return attribute.enumeration?.caseName(of: .integer(number)).map(RowValue.text) ?? self
        case .text(let text):
            guard let enumeration = attribute.enumeration else { return self }
            if let name = enumeration.caseName(of: .string(text)) { return .text(name) }
            guard !isExported || enumeration.cases?.contains(where: { $0.name == text }) != true else {
                throw ExportError(
                    "the raw value of '\(attribute.name)' has no case, and an import would read it as the case "
                        + "'\(text)'", concernsCases: true)
            }
            return self
        case .list(let members):
            var named: [RowValue] = []
            for member in members {
                named.append(try member.namingCases(of: attribute, in: composites, isExported: isExported))
            }
            return .list(named)
        case .members(var members):
            for member in composites.composite(of: attribute)?.attributes ?? [] {
                members[member.name] = try members[member.name]?
                    .namingCases(of: member, in: composites, isExported: isExported)
            }
            return .members(members)
        case .null, .nilInsteadOfDefault, .boolean, .real, .jsonText: return self
        }
    }

    /// The whole value as text, as in CSV; empty for nil. The members of a composite are written as JSON.
    package var text: String {
        switch self {
        case .null, .nilInsteadOfDefault: ""
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .real(let number):
            // An integer has no negative zero.
            number.rounded() == number && number.magnitude < 1e15 && (number != 0 || number.sign == .plus)
                ? String(Int64(number)) : String(number)
        case .text(let text): text
        case .list(let members): members.map(\.text).joined(separator: " ")
        case .members, .jsonText: json
        }
    }

    /// The text in messages: strings in quotes, and shortened if they are long.
    var shortText: String {
        switch self {
        case .null, .nilInsteadOfDefault: AttributeValue.null.shortText
        case .text(let text): AttributeValue.string(text).shortText
        case .boolean, .integer, .real, .list: text
        case .members: "a composite"
        case .jsonText(let text): AttributeValue.string(text).shortText
        }
    }

    /// The text in a table for people, which shortens composites.
    var shownText: String {
        switch self {
        case .members, .jsonText:
            let text = json
            return text.count > Self.longestShownCount ? text.prefix(Self.longestShownCount - 1) + "…" : text
        case .list(let members): return members.map(\.shownText).joined(separator: " ")
        default: return text
        }
    }

    private static let longestShownCount = 40

    var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }
}

extension [String: Composite] {
    /// The composite of an attribute; nil for an attribute of another type.
    func composite(of attribute: Attribute) -> Composite? {
        attribute.type == .composite ? attribute.compositeName.flatMap { self[$0] } : nil
    }
}
