import Foundation

/// The filters that templates can use.
enum TemplateFilters {
    /// The filters, in the order of the documentation.
    static let groups: [(title: String, filters: [TemplateFilter])] = [
        ("Upper and lower case", letterCase),
        ("Swift", swift),
        ("Text", text),
        ("Questions", questions),
        ("Lists and missing values", values),
        ("Paths", paths),
        ("Numbers", numbers),
    ]

    /// By name.
    static let all: [String: TemplateFilter] = Dictionary(
        groups.flatMap(\.filters).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let names = all.keys.sorted()
}

extension TemplateFilters {
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
}

extension TemplateFilters {
    static let numbers: [TemplateFilter] = [
        TemplateFilter(
            "hexToInt", [], "Converts hexadecimal digits to a number.",
            examples: [.init(template: #"{{ "FF"|hexToInt }}"#, result: "255")]
        ) { Int(try $0.text(), radix: 16) },
        TemplateFilter(
            "int255toFloat", [], "Converts a number from 0 to 255 to a fraction of 255.",
            examples: [.init(template: "{{ 51|int255toFloat }}", result: "0.2")]
        ) {
            guard case .integer(let number) = $0.value else { throw FilterFailure("needs an integer") }
            return Float(number) / 255
        },
        TemplateFilter(
            "percent", [], "Converts a fraction to a percentage without decimals.",
            examples: [.init(template: "{{ 0.25|percent }}", result: "25%")]
        ) {
            guard let fraction = $0.value?.number.map({ Float($0) }),
                let percent = Int(exactly: (fraction * 100).rounded(.towardZero))
            else { throw FilterFailure("needs a number") }
            return "\(percent)%"
        },
    ]
}
