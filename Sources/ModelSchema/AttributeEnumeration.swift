/// The enum that the user info of an attribute asks for.
///
/// Xcode's editor has no place for enums, so user info holds them:
///
/// | key | value |
/// |---|---|
/// | `modelgen.enum` | the enum's name |
/// | `modelgen.enum.cases` | `marvel = 0, dc = 1`, or `draft, live` for strings; absent for an enum written by hand |
/// | `modelgen.enum.accessor` | the property of that type; absent: the attribute's name, the stored value then being `<name>RawValue` |
/// | `modelgen.enum.unknown` | what a stored value that no case has reads as: `nil` or `default` |
public struct AttributeEnumeration: Sendable, Hashable {
    public enum RawValue: Sendable, Hashable {
        case integer(Int64)
        case string(String)
    }

    public struct Case: Sendable, Hashable {
        public var name: String
        public var rawValue: RawValue
    }

    /// What a stored value reads as that no case has. It is never rewritten.
    public enum UnknownValuePolicy: String, Sendable, Hashable, CaseIterable {
        /// As nil; the accessor is optional.
        case asNil = "nil"
        /// As the attribute's default value.
        case asDefault = "default"
    }

    public static let typeNameKey = "modelgen.enum"
    public static let casesKey = "modelgen.enum.cases"
    public static let accessorKey = "modelgen.enum.accessor"
    public static let unknownKey = "modelgen.enum.unknown"

    public var typeName: String
    /// The cases to declare, in the order written; nil where the enum is written by hand.
    public var cases: [Case]?
    public var accessorName: String?
    public var unknownValuePolicy: UnknownValuePolicy?

    /// Why user info asks for no enum that could be generated.
    public struct Problem: Error, Sendable, Hashable {
        /// The user info key whose value is wrong.
        public var key: String
        /// One clause, lower case, no full stop.
        public var message: String
        public var hint: String
    }
}

extension Attribute {
    /// The enum this attribute asks for, or nil for none.
    public var enumeration: AttributeEnumeration? {
        get throws(AttributeEnumeration.Problem) {
            guard let typeName = userInfo[AttributeEnumeration.typeNameKey] else { return nil }
            guard type.isInteger || type == .string else {
                throw AttributeEnumeration.Problem(
                    key: AttributeEnumeration.typeNameKey,
                    message: "a \(type.rawValue) attribute cannot hold an enum",
                    hint: "use Integer 16, Integer 32, Integer 64 or String")
            }
            let cases: [AttributeEnumeration.Case]? =
                if let list = userInfo[AttributeEnumeration.casesKey] { try enumerationCases(list) } else { nil }
            return AttributeEnumeration(
                typeName: typeName, cases: cases, accessorName: userInfo[AttributeEnumeration.accessorKey],
                unknownValuePolicy: try unknownValuePolicy())
        }
    }

    private func unknownValuePolicy() throws(AttributeEnumeration.Problem) -> AttributeEnumeration.UnknownValuePolicy? {
        guard let text = userInfo[AttributeEnumeration.unknownKey] else { return nil }
        guard let policy = AttributeEnumeration.UnknownValuePolicy(rawValue: text) else {
            throw AttributeEnumeration.Problem(
                key: AttributeEnumeration.unknownKey, message: "'\(text)' is no policy for unknown values",
                hint: "use nil or default")
        }
        if policy == .asDefault, defaultValue == nil {
            throw AttributeEnumeration.Problem(
                key: AttributeEnumeration.unknownKey, message: "the attribute has no default value to fall back on",
                hint: "give the attribute a default value, or use nil")
        }
        return policy
    }

    private func enumerationCases(
        _ list: String
    ) throws(AttributeEnumeration.Problem) -> [AttributeEnumeration.Case] {
        func problem(_ message: String, _ hint: String) -> AttributeEnumeration.Problem {
            AttributeEnumeration.Problem(key: AttributeEnumeration.casesKey, message: message, hint: hint)
        }
        var cases: [AttributeEnumeration.Case] = []
        var names: Set<String> = []
        var rawValues: Set<AttributeEnumeration.RawValue> = []
        for item in list.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces }
            guard let name = parts.first, !name.isEmpty else {
                throw problem("a case has no name", "write the cases as 'marvel = 0, dc = 1'")
            }
            let rawValue = try rawValue(
                parts.count > 1 ? parts[1] : nil, ofCase: name, after: cases.last?.rawValue, problem)
            guard names.insert(name).inserted else {
                throw problem("the case '\(name)' is there twice", "give each case a name of its own")
            }
            guard rawValues.insert(rawValue).inserted else {
                throw problem(
                    "the case '\(name)' has the value of another case", "give each case a value of its own")
            }
            cases.append(AttributeEnumeration.Case(name: name, rawValue: rawValue))
        }
        return cases
    }

    /// A raw value as Swift would find it: spelt out, the case's own name for strings, the next number for integers.
    private func rawValue(
        _ text: String?, ofCase name: String, after previous: AttributeEnumeration.RawValue?,
        _ problem: (String, String) -> AttributeEnumeration.Problem
    ) throws(AttributeEnumeration.Problem) -> AttributeEnumeration.RawValue {
        guard let range = type.integerRange else { return .string(text?.unquoted ?? name) }
        var value: Int64?
        if let text {
            value = Int64(text)
        } else if case .integer(let last)? = previous {
            value = last == Int64.max ? nil : last + 1
        } else {
            value = 0
        }
        guard let value, range.contains(value) else {
            throw problem(
                "the case '\(name)' has no value that \(type.rawValue) can hold",
                "use whole numbers from \(range.lowerBound) to \(range.upperBound)")
        }
        return .integer(value)
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
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
