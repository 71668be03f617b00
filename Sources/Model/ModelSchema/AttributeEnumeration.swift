/// The enum that the user info of an attribute specifies.
///
/// Xcode's editor does not support enums, so user info specifies them:
///
/// | key | value |
/// |---|---|
/// | `modelgen.enum` | the enum's name |
/// | `modelgen.enum.cases` | `marvel = 0, dc = 1`, or `draft, live` for strings; missing for a hand-written enum |
/// | `modelgen.enum.accessor` | the property with that type; by default, the attribute's name, and the stored value is `<name>RawValue` |
/// | `modelgen.enum.unknown` | the value if no case has the stored value: `nil` or `default` |
/// | `modelgen.enum.documentation` | the doc comment of the enum or, with a dot and the name of a case after the key, of the case |
///
/// The keys that users of SwiftGen (`RawType`, `unwrapOptional`) and mogenerator (`attributeValueScalarType`,
/// `attributeRawValueEnumType`) have in their models also name an enum, for attributes that can have one.
///
/// The declaration is unchecked. The validator checks it, and the tool generates code only for valid ones.
///
/// ```swift
/// let genre = Attribute(name: "genre", type: .integer16, userInfo: info)
/// for choice in genre.enumeration?.cases ?? [] { print(choice.name, choice.rawValue) }  // novel integer(0)
/// ```
public struct AttributeEnumeration: Sendable, Hashable {
    /// The keys of user info, by their meaning.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// The name of the Swift type.
        case typeName = "modelgen.enum"
        /// The cases and their raw values. Without them, the enum is hand-written.
        case cases = "modelgen.enum.cases"
        /// The name of the accessor with the enum's type.
        case accessorName = "modelgen.enum.accessor"
        /// The value of the accessor if no case has the stored value.
        case unknownValue = "modelgen.enum.unknown"
        /// The doc comment of the generated type.
        case documentation = "modelgen.enum.documentation"
    }

    /// The value in the store for a case.
    public enum RawValue: Sendable, Hashable {
        /// The raw value of a case of an attribute of an integer type.
        case integer(Int64)
        /// The raw value of a case of an attribute of type String.
        case string(String)
    }

    /// One case of the enum.
    public struct Case: Sendable, Hashable {
        /// The unchecked name of the case in the user info.
        public var name: String
        /// The value in the store for the case.
        public var rawValue: RawValue
    }

    /// The value that a stored value without a case reads as. The stored value never changes.
    public enum UnknownValuePolicy: String, Sendable, Hashable, CaseIterable {
        /// Nil. The accessor is optional.
        case asNil = "nil"
        /// The attribute's default value.
        case asDefault = "default"
    }

    /// The name of the enum's type.
    public let typeName: String
    /// The user info key for the name: `modelgen.enum`, or a key of another generator.
    public let typeNameKey: String
    /// Whether the accessor is not optional if a default can replace a missing value.
    public let guaranteesValue: Bool
    /// The cases to declare, in the order of the user info; nil if the enum is hand-written.
    public let cases: [Case]?
    /// The text of the cases without a name, or with a value that is invalid for the attribute's type, in order.
    public let unreadableCases: [String]
    /// The name of the property with the enum's type; nil if it is the attribute's name.
    public let accessorName: String?
    /// The unchecked text of the policy for unknown values.
    public let unknownValueText: String?
    /// The doc comment of the enum.
    public let documentation: String?
    /// The doc comments of cases, by name.
    public let caseDocumentation: [String: String]

    /// The policy for unknown values; nil if it is missing or invalid.
    public var unknownValuePolicy: UnknownValuePolicy? { unknownValueText.flatMap(UnknownValuePolicy.init) }

    fileprivate init?(_ attribute: Attribute) {
        guard let name = EnumerationTypeName(attribute) else { return nil }
        typeName = name.text
        typeNameKey = name.key
        guaranteesValue = name.guaranteesValue
        accessorName = attribute.userInfo[Key.accessorName.rawValue]
        unknownValueText = attribute.userInfo[Key.unknownValue.rawValue]
        documentation = attribute.userInfo[Key.documentation.rawValue]
        let prefix = Key.documentation.rawValue + "."
        caseDocumentation = Dictionary(
            attribute.userInfo.entries.filter { $0.key.hasPrefix(prefix) }
                .map { (String($0.key.dropFirst(prefix.count)), $0.value) },
            uniquingKeysWith: { first, _ in first })
        guard let list = attribute.userInfo[Key.cases.rawValue] else {
            cases = nil
            unreadableCases = []
            return
        }
        let items = Self.items(of: list, type: attribute.type)
        cases = items.compactMap(\.readable)
        unreadableCases = items.filter { $0.readable == nil }.map(\.text)
    }

    /// Parses the items of a list such as `marvel = 0, dc = 1`. As in Swift, the value of a case without one is the
    /// next number, or its own name. Commas in double quotes belong to a value.
    private static func items(of list: String, type: AttributeType) -> [(text: String, readable: Case?)] {
        var next: Int64? = 0
        var isQuoted = false
        var previous: Character?
        let items = list.split(omittingEmptySubsequences: false) { character in
            // A quotation mark inside a value, such as for inches, does not begin a quoted value.
            if character == "\"" { isQuoted = !isQuoted && previous == "=" }
            if !character.isWhitespace { previous = character }
            return character == "," && !isQuoted
        }
        return items.map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            guard let name = parts.first, !name.isEmpty else { return (item.trimmed, nil) }
            if type == .string {
                return (item.trimmed, Case(name: name, rawValue: .string(parts.count > 1 ? parts[1].unquoted : name)))
            }
            guard let value = parts.count > 1 ? Int64(parts[1]) : next, type.integerRange?.contains(value) ?? true
            else { return (item.trimmed, nil) }
            next = value == Int64.max ? nil : value + 1
            return (item.trimmed, Case(name: name, rawValue: .integer(value)))
        }
    }
}

extension Attribute {
    /// The enum in the user info; nil if there is none.
    public var enumeration: AttributeEnumeration? {
        // For speed: most attributes have no user info, and every stage reads this property.
        userInfo.isEmpty ? nil : AttributeEnumeration(self)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    /// The text between double quotes, or the text itself.
    fileprivate var unquoted: String {
        count >= 2 && first == "\"" && last == "\"" ? String(dropFirst().dropLast()) : String(self)
    }
}
