import ModelSchema

/// The enum that an attribute's user info asks for, read so that everything wrong with it can be reported.
///
/// ``Attribute/enumeration`` reads the same keys for those who generate it, and stops at the first problem.
struct EnumDeclaration: Sendable {
    /// The user info keys that are understood.
    enum Key: CaseIterable {
        case name, cases, accessor, unknown

        var text: String {
            switch self {
            case .name: AttributeEnumeration.typeNameKey
            case .cases: AttributeEnumeration.casesKey
            case .accessor: AttributeEnumeration.accessorKey
            case .unknown: AttributeEnumeration.unknownKey
            }
        }
    }

    var name: String
    /// The cases in the order of the text, or nil when the enum is written by hand.
    var cases: [Case]?
    /// The text of the cases that cannot be read, in order.
    var unreadableCases: [String] = []
    /// The name of the wrapper; nil when it takes the attribute's own.
    var accessor: String?
    var unknown: String?

    struct Case: Sendable, Hashable {
        var name: String
        var rawValue: AttributeEnumeration.RawValue
    }

    /// The declaration on an attribute, or nil where it has none.
    init?(_ attribute: Attribute) {
        guard let name = attribute.userInfo[Key.name.text] else { return nil }
        self.name = name
        accessor = attribute.userInfo[Key.accessor.text]
        unknown = attribute.userInfo[Key.unknown.text]
        if let text = attribute.userInfo[Key.cases.text] {
            cases = []
            readCases(text, type: attribute.type)
        }
    }

    /// Members that every generated enum has, beside which no case of the same name can stand.
    private static let members: Set<String> = ["allCases", "AllCases", "RawValue"]

    /// Reads `marvel = 0, dc = 1`. A case without a value continues counting from the one before, or is its own name.
    private mutating func readCases(_ text: String, type: AttributeType) {
        var next: Int64? = 0
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            guard let name = parts.first, SwiftIdentifier.isValid(name), !Self.members.contains(name) else {
                unreadableCases.append(item.trimmed)
                continue
            }
            if type == .string {
                cases?.append(Case(name: name, rawValue: .string(parts.count > 1 ? parts[1].unquoted : name)))
                continue
            }
            guard let value = parts.count > 1 ? Int64(parts[1]) : next, type.integerRange?.contains(value) ?? true
            else {
                unreadableCases.append(item.trimmed)
                continue
            }
            cases?.append(Case(name: name, rawValue: .integer(value)))
            let (sum, overflows) = value.addingReportingOverflow(1)
            next = overflows ? nil : sum
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        String(
            drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    fileprivate var unquoted: String {
        count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : String(self)
    }
}
