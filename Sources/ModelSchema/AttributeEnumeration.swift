/// The enum that the user info of an attribute specifies.
///
/// Xcode's editor has no place for enums, so user info holds them:
///
/// | key | value |
/// |---|---|
/// | `modelgen.enum` | the enum's name |
/// | `modelgen.enum.cases` | `marvel = 0, dc = 1`, or `draft, live` for strings; absent for an enum written by hand |
/// | `modelgen.enum.accessor` | the property of that type; absent: the attribute's name, the stored value then being `<name>RawValue` |
/// | `modelgen.enum.unknown` | what a stored value that no case has reads as: `nil` or `default` |
/// | `modelgen.enum.documentation` | the comment of the enum; with a dot and the name of a case after it, of the case |
///
/// The keys that users of SwiftGen (`RawType`, `unwrapOptional`) and mogenerator (`attributeValueScalarType`,
/// `attributeRawValueEnumType`) have in their models name an enum too, on attributes that can hold one.
///
/// The declaration is unchecked. The validator checks it, and the tool generates code only for valid ones.
public struct AttributeEnumeration: Sendable, Hashable {
    /// The keys of user info, by what they mean.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// The name of the Swift type.
        case typeName = "modelgen.enum"
        /// The cases and their raw values; without them, the type is the user's own.
        case cases = "modelgen.enum.cases"
        /// The name of the accessor of that type; by default made of the attribute's.
        case accessorName = "modelgen.enum.accessor"
        /// What a stored value reads as that is not a case.s.
        case unknownValue = "modelgen.enum.unknown"
        /// The comment of the generated type.
        case documentation = "modelgen.enum.documentation"
    }

    /// What the store holds for a case.
    public enum RawValue: Sendable, Hashable {
        /// The raw value of a case of an attribute of an integer type.
        case integer(Int64)
        /// The raw value of a case of an attribute of type String.
        case string(String)
    }

    /// One case of the enum.
    public struct Case: Sendable, Hashable {
        /// The name of the case as the user info has it; not checked to be an identifier.
        public var name: String
        /// What the store holds for the case.
        public var rawValue: RawValue
    }

    /// The value that a stored value without a case reads as. The stored value never changes.
    public enum UnknownValuePolicy: String, Sendable, Hashable, CaseIterable {
        /// As nil; the accessor is optional.
        case asNil = "nil"
        /// As the attribute's default value.
        case asDefault = "default"
    }

    /// The name of the enum's type.
    public let typeName: String
    /// The key of user info that holds the name: `modelgen.enum`, or one of another generator.
    public let typeNameKey: String
    /// Whether the accessor is to be no optional as long as there is a default that can stand for what is missing.
    public let promisesValue: Bool
    /// The cases to declare, in the order written; nil if the enum is written by hand.
    public let cases: [Case]?
    /// The text of the cases that have no name, or a value that the attribute's type cannot hold, in order.
    public let unreadableCases: [String]
    /// The name of the property of the enum's type; nil if it takes the attribute's own.
    public let accessorName: String?
    /// The policy for unknown values as it is written.
    public let unknownValueText: String?
    /// What the comment of the enum says.
    public let documentation: String?
    /// What the comments of cases say, by the names of the cases.
    public let caseDocumentation: [String: String]

    /// The policy for unknown values; nil if none is written, or none that exists.
    public var unknownValuePolicy: UnknownValuePolicy? { unknownValueText.flatMap(UnknownValuePolicy.init) }

    fileprivate init?(_ attribute: Attribute) {
        guard let name = EnumerationTypeName(attribute) else { return nil }
        typeName = name.text
        typeNameKey = name.key
        promisesValue = name.promisesValue
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

    /// The items of a list such as `marvel = 0, dc = 1`. As in Swift, a case without a value continues counting from
    /// the one before, or is its own name. A comma in a value in double quotes belongs to it.
    private static func items(of list: String, type: AttributeType) -> [(text: String, readable: Case?)] {
        var next: Int64? = 0
        var isQuoted = false
        var previous: Character?
        let items = list.split(omittingEmptySubsequences: false) { character in
            // Inches inside a value open nothing.
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
    /// The enum this attribute asks for, or nil for none.
    public var enumeration: AttributeEnumeration? {
        // Nearly all attributes are without user info, and every stage asks all of them.
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
