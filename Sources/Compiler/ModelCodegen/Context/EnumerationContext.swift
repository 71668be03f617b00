import ModelSchema
import StencilTemplates

/// What the template `enumeration` receives.
struct EnumerationContext: TemplateContext {
    static let templateName = "enumeration"
    static let summary = "An enum that the user info of an attribute specifies."

    struct Case: TemplateRecord {
        var name: String
        var rawValue: String
        var commentLines: [String]

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the case."),
            .init("rawValue", \.rawValue, "The stored value, as a literal."),
            .init("commentLines", \.commentLines, "Comments of the model on the case, safe inside comments."),
        ]
    }

    var access: String
    var name: String
    var rawType: String
    var conformances: String
    var commentLines: [String]
    var cases: [Case]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("name", \.name, "The name of the enum."),
        .init("rawType", \.rawType, "The type of the stored values."),
        .init("conformances", \.conformances, "The protocols, separated by commas."),
        .init("commentLines", \.commentLines, "Comments of the model on the enum, safe inside comments."),
        .init("cases", \.cases, "The cases in the order of the user info, which is the order of `allCases`."),
    ]

    /// Nil if the enum is written by hand.
    init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer, access: String) {
        guard let cases = enumeration.cases else { return nil }
        self.access = access
        name = namer.enumName(enumeration.typeName)
        rawType = AttributeTypeMapping(attribute, namer: namer).valueType
        conformances = namer.types(["CaseIterable", "Codable", "Hashable", "Sendable"])
        let comments = namer.comments(onEnum: enumeration.typeName)
        commentLines = comments.lines
        self.cases = cases.map { item in
            Case(
                name: namer.caseName(item.name), rawValue: SwiftLiteral.rawValue(item.rawValue),
                commentLines: comments.caseLines[item.name] ?? [])
        }
    }

    var exposesRuntime: Bool { false }
}

/// The documentation of an enum from the user info of attributes. If several attributes have one, the first counts.
struct EnumerationComments: Sendable, Hashable {
    /// The lines of the comment; empty if there is none.
    var lines: [String] = []
    /// The lines of the comments of cases, by name.
    var caseLines: [String: [String]] = [:]

    /// Collects the comments of all enums of a model, by the names of their types.
    static func byTypeName(in attributes: [Attribute]) -> [String: EnumerationComments] {
        var comments: [String: EnumerationComments] = [:]
        for attribute in attributes {
            guard let enumeration = attribute.enumeration else { continue }
            var found = comments[enumeration.typeName] ?? EnumerationComments()
            if found.lines.isEmpty { found.lines = lines(of: enumeration.documentation ?? "") }
            for (name, text) in enumeration.caseDocumentation where found.caseLines[name] == nil {
                found.caseLines[name] = lines(of: text)
            }
            comments[enumeration.typeName] = found
        }
        return comments
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { SwiftLiteral.comment(String($0)) }
    }
}
