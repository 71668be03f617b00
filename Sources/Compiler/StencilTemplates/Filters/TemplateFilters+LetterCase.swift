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

/// The starts of the words in a name.
package enum WordBoundaries {
    /// The words of a name in camel or snake case with a separator between them.
    ///
    /// A capital letter starts a word after a lowercase letter or digit, and before a lowercase letter.
    package static func joined(_ name: String, by separator: Character) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if isCapital(letter), index > 0 {
                let previous = letters[index - 1]
                let isBeforeSmall = index + 1 < letters.count && isSmall(letters[index + 1])
                if isSmall(previous) || isDigit(previous) || (isCapital(previous) && isBeforeSmall) {
                    result.append(separator)
                }
            }
            result.append(letter == "-" || letter == "_" ? separator : letter)
        }
        return result
    }

    /// A name in snake case with a capital at the start of each word instead of underscores.
    package static func camelCase(_ name: String, dropsLeadingUnderscores: Bool) -> String {
        let hasSmallLetters = name.contains { isSmall($0) }
        let words = (hasSmallLetters ? name : joined(name, by: "_")).split(separator: "_").map(String.init)
        let joined = words.map { hasSmallLetters ? upperFirst($0) : $0.capitalized }.joined()
        return dropsLeadingUnderscores ? joined : name.prefix { $0 == "_" } + joined
    }

    /// Returns a text with an uppercase first letter.
    fileprivate static func upperFirst(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func isCapital(_ letter: Character) -> Bool { ("A"..."Z").contains(letter) }
    private static func isSmall(_ letter: Character) -> Bool { ("a"..."z").contains(letter) }
    private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }
}
