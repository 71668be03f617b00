import Foundation

/// The filters that templates can use.
package struct TemplateFilters: Sendable {
    /// Filters for one purpose.
    package struct Group: Sendable {
        /// The title in the documentation.
        package let title: String
        /// The filters, in the order of the documentation.
        package let filters: [TemplateFilter]
    }

    /// The filters of the language, which know nothing of what templates render.
    package static let language = TemplateFilters([
        Group(title: "Upper and lower case", filters: letterCase),
        Group(title: "Text", filters: text),
        Group(title: "Questions", filters: questions),
        Group(title: "Lists and missing values", filters: values),
        Group(title: "Paths", filters: paths),
        Group(title: "Numbers", filters: numbers),
    ])

    /// The filters, in the order of the documentation.
    package let groups: [Group]
    private let byName: [String: TemplateFilter]

    private init(_ groups: [Group]) {
        self.groups = groups
        byName = Dictionary(groups.flatMap(\.filters).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns these filters and a group of others.
    package func adding(_ filters: [TemplateFilter], titled title: String) -> TemplateFilters {
        TemplateFilters(groups + [Group(title: title, filters: filters)])
    }

    /// The names, sorted.
    var names: [String] { byName.keys.sorted() }

    /// The filter with a name; nil if there is none.
    subscript(name: String) -> TemplateFilter? { byName[name] }

    static let paths: [TemplateFilter] = [
        TemplateFilter(
            "basename", [], "Returns the last component of a path.",
            examples: [.init(template: #"{{ "a/b/c.txt"|basename }}"#, result: "c.txt")]
        ) {
            let text = try $0.text()
            return text.split(separator: "/").last.map(String.init) ?? text
        },
        TemplateFilter(
            "dirname", [], "Returns a path without its last component.",
            examples: [
                .init(template: #"{{ "a/b/c.txt"|dirname }}"#, result: "a/b"),
                .init(template: #"{{ "c.txt"|dirname }}"#, result: "."),
            ]
        ) {
            let text = try $0.text()
            let parts = text.split(separator: "/").dropLast().joined(separator: "/")
            return text.hasPrefix("/") ? "/" + parts : parts.isEmpty ? "." : parts
        },
    ]

    static let numbers: [TemplateFilter] = [
        TemplateFilter(
            "hexToInt", [], "Converts hexadecimal digits to a number.",
            examples: [.init(template: #"{{ "FF"|hexToInt }}"#, result: "255")]
        ) { Int(try $0.text(), radix: 16) },
        TemplateFilter(
            "int255toFloat", [], "Converts a number from 0 to 255 to a fraction of 255.",
            examples: [.init(template: "{{ 51|int255toFloat }}", result: "0.2")]
        ) {
            guard case .integer(let number) = $0.value else { throw FilterError("needs an integer") }
            return Float(number) / 255
        },
        TemplateFilter(
            "percent", [], "Converts a fraction to a percentage without decimals.",
            examples: [.init(template: "{{ 0.25|percent }}", result: "25%")]
        ) {
            guard let fraction = $0.value?.number.map({ Float($0) }),
                let percent = Int(exactly: (fraction * 100).rounded(.towardZero))
            else { throw FilterError("needs a number") }
            return "\(percent)%"
        },
    ]
}
