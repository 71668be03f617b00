import Foundation

extension TemplateFilters {
    static let text: [TemplateFilter] = [
        TemplateFilter(
            "replace", ["old", "new", "[normal|regex]"],
            "Replaces every `old` with `new`. With `regex`, `old` is a regular expression, "
                + "and `$1` in `new` is its first group.",
            examples: [
                .init(template: #"{{ "my list"|replace:"my","your" }}"#, result: "your list"),
                .init(template: #"{{ "item_12"|replace:"_([0-9]+)","[$1]","regex" }}"#, result: "item[12]"),
            ]
        ) {
            let (old, new) = (try $0.text(at: 0), try $0.text(at: 1))
            guard try $0.choice(at: 2, of: ["normal", "regex"]) == "regex" else {
                let text = try $0.text()
                guard !old.isEmpty else { return text }
                try TemplateFilter.Input.checkLength(text.utf8.count / old.utf8.count, times: new.utf8.count)
                return text.replacingOccurrences(of: old, with: new)
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
            "Indents nonempty lines after the first by four spaces, or by the arguments; with `true`, "
                + "also the first line.",
            examples: [
                .init(template: "{% filter indent:2 %}a\nb{% endfilter %}", result: "a\n  b"),
                .init(template: #"{{ "a"|indent:1,">",true }}"#, result: ">a"),
            ]
        ) {
            let unit = $0.arguments.count > 1 ? try $0.text(at: 1) : " "
            let width = try $0.count(at: 0, default: 4)
            let isFirstIndented = try $0.flag(at: 2, default: false)
            let lines = $0.value.printed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            try TemplateFilter.Input.checkLength(width * lines.count, times: unit.utf8.count)
            let margin = String(repeating: unit, count: width)
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
            // Counting the characters of the last line for each word would take time that grows with the width.
            var lastLength = 0
            for word in try $0.text().split(whereSeparator: \.isWhitespace) {
                let length = word.count
                if !lines.isEmpty, lastLength + 1 + length <= width {
                    lines[lines.count - 1] += " \(word)"
                    lastLength += 1 + length
                } else {
                    lines.append(String(word))
                    lastLength = length
                }
            }
            try TemplateFilter.Input.checkLength(lines.count, times: prefix.utf8.count)
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

/// Regular expressions with a time limit, because texts come from models, which are not trusted.
enum BoundedReplacement {
    private static let maximumLength = 10_000
    /// Foundation reports progress regularly during a search. A harmless expression completes before the first report.
    private static let maximumReports = 200

    static func replacing(_ pattern: String, with template: String, in text: String) throws -> String {
        guard [pattern, template, text].allSatisfy({ $0.utf16.count <= maximumLength }) else {
            throw FilterError("takes expressions and strings of at most \(maximumLength) characters")
        }
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            throw FilterError("cannot read the regular expression '\(pattern)'")
        }
        let whole = NSRange(location: 0, length: text.utf16.count)
        var matches: [NSTextCheckingResult] = []
        var reportCount = 0
        var isGivenUp = false
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
            if let match { return matches.append(match) }
            reportCount += 1
            guard reportCount > maximumReports else { return }
            isGivenUp = true
            stop.pointee = true
        }
        guard !isGivenUp else { throw FilterError("takes too long with the regular expression '\(pattern)'") }
        var result = ""
        var end = 0
        let units = text as NSString
        for match in matches {
            result += units.substring(with: NSRange(location: end, length: match.range.location - end))
            result += expression.replacementString(for: match, in: text, offset: 0, template: template)
            try TemplateFilter.Input.checkLength(1, times: result.utf8.count)
            end = match.range.location + match.range.length
        }
        return result + units.substring(from: end)
    }
}
