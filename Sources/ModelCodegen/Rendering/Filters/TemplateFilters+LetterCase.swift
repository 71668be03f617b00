import Foundation
import SwiftNames

extension TemplateFilters {
    static let letterCase: [TemplateFilter] = [
        TemplateFilter(
            "upperFirstLetter", [], "The first letter in upper case, the rest untouched.",
            examples: [.init(template: #"{{ "my list"|upperFirstLetter }}"#, result: "My list")]
        ) { SwiftIdentifier.upperFirst(try $0.text()) },
        TemplateFilter(
            "titlecase", [], "As `upperFirstLetter`.",
            examples: [.init(template: #"{{ "my list"|titlecase }}"#, result: "My list")]
        ) { SwiftIdentifier.upperFirst(try $0.text()) },
        TemplateFilter(
            "lowerFirstLetter", [], "The first letter in lower case, the rest untouched.",
            examples: [.init(template: #"{{ "URLList"|lowerFirstLetter }}"#, result: "uRLList")]
        ) {
            let text = try $0.text()
            return text.prefix(1).lowercased() + text.dropFirst()
        },
        TemplateFilter(
            "lowerFirstWord", [], "The first word in lower case: all capitals but the one that begins the next word.",
            examples: [
                .init(template: #"{{ "URLList"|lowerFirstWord }}"#, result: "urlList"),
                .init(template: #"{{ "PeoplePicker"|lowerFirstWord }}"#, result: "peoplePicker"),
                .init(template: #"{{ "URLs"|lowerFirstWord }}"#, result: "urLs"),
            ]
        ) { SwiftIdentifier.lowerFirstWord(try $0.text(), knowsPlurals: false) },
        TemplateFilter(
            "camelToSnakeCase", ["[lower]"],
            "Underscores between the words, which are written in lower case unless `false` is given.",
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
            "Each word with a capital, and no underscores but those at the start, unless `true` is given.",
            examples: [
                .init(template: #"{{ "some_list"|snakeToCamelCase }}"#, result: "SomeList"),
                .init(template: #"{{ "__SOME_LIST"|snakeToCamelCase:true }}"#, result: "SomeList"),
            ]
        ) { WordBoundaries.camelCase(try $0.text(), dropsLeadingUnderscores: try $0.flag(at: 0, default: false)) },
        TemplateFilter(
            "kebabCase", [], "Words in lower case with hyphens between them.",
            examples: [.init(template: #"{{ "someURLList"|kebabCase }}"#, result: "some-url-list")]
        ) { WordBoundaries.joined(try $0.text(), by: "-").lowercased() },
        TemplateFilter(
            "capitalize", [], "Each word with a capital first and lower case after it, or so each text of a list.",
            examples: [.init(template: #"{{ "my LIST"|capitalize }}"#, result: "My List")], result: .any
        ) { $0.eachText(\.capitalized) },
        TemplateFilter(
            "uppercase", [], "Upper case, or so each text of a list.",
            examples: [.init(template: #"{{ "list"|uppercase }}"#, result: "LIST")], result: .any
        ) { $0.eachText { $0.uppercased() } },
        TemplateFilter(
            "lowercase", [], "Lower case, or so each text of a list.",
            examples: [.init(template: #"{{ "LIST"|lowercase }}"#, result: "list")], result: .any
        ) { $0.eachText { $0.lowercased() } },
    ]
}
