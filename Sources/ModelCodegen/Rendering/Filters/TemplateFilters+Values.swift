import Foundation

extension TemplateFilters {
    static let values: [TemplateFilter] = [
        TemplateFilter(
            "default", ["value"], "The argument, if there is no value.",
            examples: [.init(template: #"{{ param.missing|default:"none" }}"#, result: "none")], result: .any
        ) { $0.value ?? $0.arguments[0] },
        TemplateFilter(
            "join", ["[separator]"], "The texts of a list, with a separator between them.",
            examples: [.init(template: #"{{ "a-b"|split:"-"|join:", " }}"#, result: "a, b")], result: .any
        ) { input in
            guard case .list(let list) = input.value else { return input.value }
            let separator = input.arguments.isEmpty ? "" : try input.text(at: 0)
            return .text(list.map(\.printed).joined(separator: separator))
        },
        TemplateFilter(
            "split", ["[separator]"], "The parts of a text, as a list: at blanks, or at a separator.",
            examples: [.init(template: #"{% for part in "a b"|split %}<{{ part }}>{% endfor %}"#, result: "<a><b>")],
            result: .list(.text)
        ) { input in
            guard case .text(let text) = input.value else { return input.value }
            return text.components(separatedBy: input.arguments.isEmpty ? " " : try input.text(at: 0)).rendered
        },
        TemplateFilter(
            "filter", ["name"], "Another filter, whose name is only known when the template is rendered.",
            examples: [.init(template: #"{{ "a"|filter:"uppercase" }}"#, result: "A")], result: .any
        ) { input in
            let name = try input.text(at: 0)
            guard name != "filter", let filter = all[name] else { throw FilterFailure("does not know '\(name)'") }
            return try filter.apply(input.value, [])
        },
    ]
}
