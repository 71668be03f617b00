import Foundation

extension TemplateFilters {
    static let values: [TemplateFilter] = [
        TemplateFilter(
            "default", ["value"], "Returns the argument if there is no value.",
            examples: [.init(template: #"{{ param.missing|default:"none" }}"#, result: "none")], result: .any
        ) { $0.value ?? $0.arguments[0] },
        TemplateFilter(
            "join", ["[separator]"], "Joins the strings of a list with a separator.",
            examples: [.init(template: #"{{ "a-b"|split:"-"|join:", " }}"#, result: "a, b")], result: .any
        ) { input in
            guard case .list(let list) = input.value else { return input.value }
            let separator = input.arguments.isEmpty ? "" : try input.text(at: 0)
            try TemplateFilter.Input.checkLength(list.count, times: separator.utf8.count)
            return .text(list.map(\.printed).joined(separator: separator))
        },
        TemplateFilter(
            "split", ["[separator]"], "Splits a string at whitespace, or at a separator, into a list.",
            examples: [.init(template: #"{% for part in "a b"|split %}<{{ part }}>{% endfor %}"#, result: "<a><b>")],
            result: .list(.text)
        ) { input in
            guard case .text(let text) = input.value else { return input.value }
            return text.components(separatedBy: input.arguments.isEmpty ? " " : try input.text(at: 0)).rendered
        },
        TemplateFilter(
            "filter", ["name"], "Applies the filter that the argument names when the template is rendered.",
            examples: [.init(template: #"{{ "a"|filter:"uppercase" }}"#, result: "A")], result: .any
        ) { input in
            let name = try input.text(at: 0)
            guard name != "filter", let filter = input.filters[name] else {
                throw FilterError("does not support '\(name)'")
            }
            return try filter.apply(input.value, [], among: input.filters)
        },
    ]
}
