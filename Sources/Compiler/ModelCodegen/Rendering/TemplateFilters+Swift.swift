import StencilTemplates
import SwiftNames

extension TemplateFilters {
    /// The filters of all templates: those of the language, and those that know Swift.
    static let all = language.adding(swift, titled: "Swift")

    /// Words that templates for SwiftGen expect in backquotes, in addition to those that Swift requires.
    private static let contextualKeywords: Set<String> = [
        "_", "associativity", "convenience", "didSet", "dynamic", "final", "get", "indirect", "infix", "lazy", "left",
        "mutating", "none", "nonmutating", "open", "optional", "override", "postfix", "precedence", "prefix",
        "required",
        "right", "set", "unowned", "weak", "willSet",
    ]

    private static let swift: [TemplateFilter] = [
        TemplateFilter(
            "swiftIdentifier", ["[normal|pretty]"],
            "Converts a string to a Swift identifier. Invalid characters become underscores; "
                + "`pretty` joins words instead.",
            examples: [
                .init(template: #"{{ "some list-1"|swiftIdentifier }}"#, result: "Some_List_1"),
                .init(template: #"{{ "1 some list"|swiftIdentifier:"pretty" }}"#, result: "_1SomeList"),
            ]
        ) {
            let identifier = identifier(from: try $0.text())
            guard try $0.choice(at: 0, of: ["normal", "pretty"]) == "pretty" else { return identifier }
            return startingAsIdentifier(WordBoundaries.camelCase(identifier, dropsLeadingUnderscores: true))
        },
        TemplateFilter(
            "lowerFirstWord", [], "Lowercases the first word: all capitals except the one that starts the next word.",
            examples: [
                .init(template: #"{{ "URLList"|lowerFirstWord }}"#, result: "urlList"),
                .init(template: #"{{ "PeoplePicker"|lowerFirstWord }}"#, result: "peoplePicker"),
                .init(template: #"{{ "URLs"|lowerFirstWord }}"#, result: "urLs"),
            ]
        ) { SwiftIdentifier.lowerFirstWord(try $0.text(), knowsPlurals: false) },
        TemplateFilter(
            "escapeReservedKeywords", [], "Adds backticks to a Swift keyword.",
            examples: [
                .init(template: #"{{ "class"|escapeReservedKeywords }}"#, result: "`class`"),
                .init(template: #"{{ "name"|escapeReservedKeywords }}"#, result: "name"),
            ]
        ) {
            let text = try $0.text()
            return contextualKeywords.contains(text) ? "`\(text)`" : SwiftIdentifier.escaped(text)
        },
        TemplateFilter(
            "quoted", [], "Converts a string to a Swift string literal, and escapes it.",
            examples: [.init(template: #"{{ 'a "b"'|quoted }}"#, result: #""a \"b\"""#)]
        ) { SwiftLiteral.string(try $0.text()) },
        TemplateFilter(
            "comment", ["[marker]"], "Converts each line to a comment, with `///` or another marker.",
            examples: [.init(template: #"{{ "A hero."|comment }}"#, result: "/// A hero.")]
        ) {
            let marker = $0.arguments.isEmpty ? "///" : try $0.text(at: 0)
            return try $0.text().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map { $0.isEmpty ? marker : "\(marker) \(SwiftLiteral.comment(String($0)))" }.joined(separator: "\n")
        },
    ]

    private static func identifier(from text: String) -> String {
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { !$0.properties.isXIDContinue }
        return startingAsIdentifier(parts.map { SwiftIdentifier.upperFirst(String($0)) }.joined(separator: "_"))
    }

    private static func startingAsIdentifier(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, first != "_", !first.properties.isXIDStart else { return text }
        return "_" + text
    }
}
