import Foundation

extension TemplateFilters {
    static let letterCase: [TemplateFilter] = [
        TemplateFilter(
            "upperFirstLetter", [], "Capitalizes the first letter, and leaves the rest unchanged.",
            examples: [.init(template: #"{{ "my list"|upperFirstLetter }}"#, result: "My list")]
        ) { WordBoundaries.upperFirst(try $0.text()) },
        TemplateFilter(
            "titlecase", [], "As `upperFirstLetter`.",
            examples: [.init(template: #"{{ "my list"|titlecase }}"#, result: "My list")]
        ) { WordBoundaries.upperFirst(try $0.text()) },
        TemplateFilter(
            "lowerFirstLetter", [], "Lowercases the first letter, and leaves the rest unchanged.",
            examples: [.init(template: #"{{ "URLList"|lowerFirstLetter }}"#, result: "uRLList")]
        ) {
            let text = try $0.text()
            return text.prefix(1).lowercased() + text.dropFirst()
        },
        TemplateFilter(
            "camelToSnakeCase", ["[lower]"],
            "Separates words with underscores, and lowercases them unless the argument is `false`.",
            examples: [
                .init(template: #"{{ "someURLList"|camelToSnakeCase }}"#, result: "some_url_list"),
                .init(template: #"{{ "someURLList"|camelToSnakeCase:false }}"#, result: "some_URL_List"),
            ]
        ) {
            let text = WordBoundaries.joined(try $0.text(), by: "_")
            return try $0.flag(at: 0, default: true) ? text.lowercased() : text
        },
        TemplateFilter(
            "snakeToCamelCase", ["[withoutLeadingUnderscores]"],
            "Capitalizes each word, and removes underscores except leading ones; with `true`, removes those, too.",
            examples: [
                .init(template: #"{{ "some_list"|snakeToCamelCase }}"#, result: "SomeList"),
                .init(template: #"{{ "__SOME_LIST"|snakeToCamelCase:true }}"#, result: "SomeList"),
            ]
        ) { WordBoundaries.camelCase(try $0.text(), dropsLeadingUnderscores: try $0.flag(at: 0, default: false)) },
        TemplateFilter(
            "kebabCase", [], "Separates lowercase words with hyphens.",
            examples: [.init(template: #"{{ "someURLList"|kebabCase }}"#, result: "some-url-list")]
        ) { WordBoundaries.joined(try $0.text(), by: "-").lowercased() },
        TemplateFilter(
            "capitalize", [], "Capitalizes each word of a string, or of each string in a list.",
            examples: [.init(template: #"{{ "my LIST"|capitalize }}"#, result: "My List")], result: .any
        ) { $0.eachText(\.capitalized) },
        TemplateFilter(
            "uppercase", [], "Uppercases a string, or each string in a list.",
            examples: [.init(template: #"{{ "list"|uppercase }}"#, result: "LIST")], result: .any
        ) { $0.eachText { $0.uppercased() } },
        TemplateFilter(
            "lowercase", [], "Lowercases a string, or each string in a list.",
            examples: [.init(template: #"{{ "LIST"|lowercase }}"#, result: "list")], result: .any
        ) { $0.eachText { $0.lowercased() } },
    ]
}
