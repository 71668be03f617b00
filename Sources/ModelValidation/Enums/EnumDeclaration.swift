import ModelSchema

/// The enum that an attribute's user info asks for.
///
/// An editor has no other place for it: `modelgen.enum` names the type, `modelgen.enum.cases` lists its cases when it
/// is to be generated, `modelgen.enum.accessor` names the property that wraps the stored value, and
/// `modelgen.enum.unknown` says what a stored value without a case reads as.
struct EnumDeclaration: Sendable {
    /// The user info keys that are understood.
    enum Key: String, CaseIterable {
        case name = "modelgen.enum"
        case cases = "modelgen.enum.cases"
        case accessor = "modelgen.enum.accessor"
        case unknown = "modelgen.enum.unknown"
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
        var rawValue: RawValue
    }

    enum RawValue: Sendable, Hashable, CustomStringConvertible {
        case integer(Int64)
        case string(String)

        var description: String {
            switch self {
            case .integer(let value): String(value)
            case .string(let text): "\"\(text)\""
            }
        }
    }

    /// The declaration on an attribute, or nil where it has none.
    init?(_ attribute: Attribute) {
        guard let name = attribute.userInfo[Key.name.rawValue] else { return nil }
        self.name = name
        accessor = attribute.userInfo[Key.accessor.rawValue]
        unknown = attribute.userInfo[Key.unknown.rawValue]
        if let text = attribute.userInfo[Key.cases.rawValue] {
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
