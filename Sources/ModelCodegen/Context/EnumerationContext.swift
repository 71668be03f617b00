import ModelSchema

/// What the template `enumeration` receives.
struct EnumerationContext: TemplateContext, Hashable {
    static let templateName = "enumeration"
    static let summary = "An enum that the user info of an attribute asks for."

    struct Case: TemplateRecord, Hashable {
        var name: String
        var rawValue: String

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the case."),
            .init("rawValue", \.rawValue, "The stored value, as a literal."),
        ]
    }

    var access: String
    var name: String
    var rawType: String
    var conformances: String
    var cases: [Case]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("name", \.name, "The name of the enum."),
        .init("rawType", \.rawType, "The type of the stored values."),
        .init("conformances", \.conformances, "The protocols, with commas between them."),
        .init("cases", \.cases, "The cases in the order of the user info, which is the order of `allCases`."),
    ]

    /// Nil where the enum is written by hand.
    init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer, access: String) {
        guard let cases = enumeration.cases else { return nil }
        self.access = access
        name = namer.enumName(enumeration.typeName)
        rawType = AttributeTypeMapping(attribute, namer: namer).valueType
        conformances = ["CaseIterable", "Codable", "Hashable", "Sendable"]
            .map { namer.type($0, in: .swift) }.joined(separator: ", ")
        self.cases = cases.map { item in
            let rawValue =
                switch item.rawValue {
                case .integer(let number): String(number)
                case .string(let text): SwiftLiteral.string(text)
                }
            return Case(name: namer.caseName(item.name), rawValue: rawValue)
        }
    }

    var exposesRuntime: Bool { false }
}
