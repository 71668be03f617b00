import Testing

/// A tag that contains itself.
struct TagNesting: Sendable, CustomTestStringConvertible {
    static let all = [
        TagNesting(start: "{% if flag %}", end: "{% endif %}"),
        TagNesting(start: "{% for i in 1...1 %}", end: "{% endfor %}"),
        TagNesting(start: "{% filter trimmed %}", end: "{% endfilter %}"),
        TagNesting(start: "{% block a %}", end: "{% endblock %}"),
    ]

    let start: String
    let end: String

    var testDescription: String { start }

    /// The name of the tag.
    var name: Substring { start.split(separator: " ")[1] }

    func text(depth: Int, around contents: String = "x") -> String {
        String(repeating: start, count: depth) + contents + String(repeating: end, count: depth)
    }
}
