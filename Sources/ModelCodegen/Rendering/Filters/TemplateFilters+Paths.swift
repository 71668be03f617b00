import Foundation

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
