import ModelSchema
import SwiftNames

/// What the template `enumeration` receives.
struct EnumerationContext: TemplateContext, Hashable {
    static let templateName = "enumeration"

    struct Case: Sendable, Hashable {
        var name: String
        var rawValue: String
    }

    var access: String
    var name: String
    var rawType: String
    var conformances: String
    /// In the order of the user info: it is the order of `allCases`.
    var cases: [Case]

    /// Nil where the enum is written by hand.
    init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer, access: String) {
        guard let cases = enumeration.cases else { return nil }
        self.access = access
        name = SwiftIdentifier.escaped(enumeration.typeName)
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
}
