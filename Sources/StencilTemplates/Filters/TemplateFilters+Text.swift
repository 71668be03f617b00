import Foundation

extension TemplateFilters {
    static let text: [TemplateFilter] = [
        TemplateFilter(
            "replace", ["old", "new", "[normal|regex]"],
            "Replaces every `old` with `new`. With `regex`, `old` is a regular expression, and `$1` in `new` is its first group.",
            examples: [
                .init(template: #"{{ "my list"|replace:"my","your" }}"#, result: "your list"),
                .init(template: #"{{ "item_12"|replace:"_([0-9]+)","[$1]","regex" }}"#, result: "item[12]"),
            ]
        ) {
            let (old, new) = (try $0.text(at: 0), try $0.text(at: 1))
            guard try $0.choice(at: 2, of: ["normal", "regex"]) == "regex" else {
                return old.isEmpty ? try $0.text() : try $0.text().replacingOccurrences(of: old, with: new)
            }
            return try BoundedReplacement.replacing(old, with: new, in: try $0.text())
        },
        TemplateFilter(
            "removeNewlines", ["[all|leading]"],
            "Removes all whitespace; with `leading`, only newlines and whitespace at the start of lines.",
            examples: [
                .init(template: #"{{ "a  b"|removeNewlines }}"#, result: "ab"),
                .init(template: "{% filter removeNewlines:\"leading\" %}a\n  b c{% endfilter %}", result: "ab c"),
            ]
        ) {
            let text = try $0.text()
            if try $0.choice(at: 0, of: ["all", "leading"]) == "all" { return text.filter { !$0.isWhitespace } }
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return lines.map { $0.drop(while: \.isWhitespace) }.joined().trimmingCharacters(in: .whitespaces)
        },
        TemplateFilter(
            "trimmed", [], "Removes whitespace at both ends.",
            examples: [.init(template: #"[{{ "  a b "|trimmed }}]"#, result: "[a b]")]
        ) { try $0.text().trimmingCharacters(in: .whitespacesAndNewlines) },
        TemplateFilter(
            "indent", ["[width]", "[with]", "[first]"],
            "Indents nonempty lines after the first by four spaces, or by the arguments; with `true`, also the first line.",
            examples: [
                .init(template: "{% filter indent:2 %}a\nb{% endfilter %}", result: "a\n  b"),
                .init(template: #"{{ "a"|indent:1,">",true }}"#, result: ">a"),
            ]
        ) {
            let unit = $0.arguments.count > 1 ? try $0.text(at: 1) : " "
            let margin = String(repeating: unit, count: try $0.count(at: 0, default: 4))
            let isFirstIndented = try $0.flag(at: 2, default: false)
            let lines = $0.value.printed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return lines.enumerated().map { index, line in
                index == 0 ? (isFirstIndented ? margin : "") + line : line.isEmpty ? "" : margin + line
            }.joined(separator: "\n")
        },
        TemplateFilter(
            "wrapped", ["width", "[prefix]"],
            "Wraps a string into lines of at most `width` characters, with `prefix` before all lines after the first.",
            examples: [.init(template: #"{{ "one two three"|wrapped:7,"// " }}"#, result: "one two\n// three")]
        ) {
            let width = try $0.count(at: 0, default: 0)
            let prefix = $0.arguments.count > 1 ? try $0.text(at: 1) : ""
            var lines: [String] = []
            for word in try $0.text().split(whereSeparator: \.isWhitespace) {
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] += " \(word)"
                } else {
                    lines.append(String(word))
                }
            }
            return lines.joined(separator: "\n" + prefix)
        },
        TemplateFilter(
            "pluralize", [], "Returns the English plural, by the usual rules.",
            examples: [
                .init(template: #"{{ "hero"|pluralize }}"#, result: "heros"),
                .init(template: #"{{ "City"|pluralize }}"#, result: "Cities"),
                .init(template: #"{{ "box"|pluralize }}"#, result: "boxes"),
            ]
        ) { plural(of: try $0.text()) },
    ]

    private static func plural(of word: String) -> String {
        let lower = word.lowercased()
        if ["s", "x", "z", "ch", "sh"].contains(where: lower.hasSuffix) { return word + "es" }
        let isAfterVowel = lower.dropLast().last.map("aeiou".contains) ?? true
        if lower.hasSuffix("y"), !isAfterVowel { return word.dropLast() + "ies" }
        return word.isEmpty ? word : word + "s"
    }
}
