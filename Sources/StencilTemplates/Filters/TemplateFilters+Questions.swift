extension TemplateFilters {
    /// Each filter also exists with `!` before its name, for the opposite.
    static let questions: [TemplateFilter] =
        question("contains", "part", "Returns whether the string contains another string.", #""list"|contains:"is""#) {
            $0.contains($1)
        }
        + question(
            "hasPrefix", "prefix", "Returns whether the string starts with another string.", #""list"|hasPrefix:"li""#
        ) { $0.hasPrefix($1) }
        + question(
            "hasSuffix", "suffix", "Returns whether the string ends with another string.", #""list"|hasSuffix:"st""#
        ) { $0.hasSuffix($1) }

    private static func question(
        _ name: String, _ parameter: String, _ summary: String, _ example: String,
        _ answer: @escaping @Sendable (String, String) -> Bool
    ) -> [TemplateFilter] {
        let opposite = example.replacing("|", with: "|!")
        return [
            TemplateFilter(
                name, [parameter], summary, examples: [.init(template: "{{ \(example) }}", result: "true")]
            ) { answer(try $0.text(), try $0.text(at: 0)) },
            TemplateFilter(
                "!" + name, [parameter], "Returns the opposite of `\(name)`.",
                examples: [.init(template: "{{ \(opposite) }}", result: "false")]
            ) { !answer(try $0.text(), try $0.text(at: 0)) },
        ]
    }
}
