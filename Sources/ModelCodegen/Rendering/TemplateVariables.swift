/// The variables that a template's text expects from its context.
///
/// Stencil prints a variable that is not there as nothing, and offers no place to notice it, so the text itself is
/// looked at: the first name of each path, without what the template's own loops define.
enum TemplateVariables {
    private static let words: Set<String> = [
        "if", "elif", "else", "endif", "for", "in", "endfor", "empty", "where", "not", "and", "or", "==", "!=", "<",
        "<=", ">", ">=", "true", "false", "forloop",
    ]

    static func expected(by text: String) -> Set<String> {
        var names: Set<String> = []
        var loopVariables: Set<String> = []
        for tag in tags(in: text) {
            let parts = tag.text.split { $0.isWhitespace || "(),".contains($0) }.map(String.init)
            if tag.isBlock, parts.first == "for", parts.count > 1 { loopVariables.insert(parts[1]) }
            for part in parts {
                guard let first = part.split(whereSeparator: { ".|:".contains($0) }).first,
                    first.first?.isLetter == true, !words.contains(String(first))
                else { continue }
                names.insert(String(first))
            }
        }
        return names.subtracting(loopVariables)
    }

    /// What stands between `{{` and `}}`, and between `{%` and `%}`.
    private static func tags(in text: String) -> [(text: Substring, isBlock: Bool)] {
        var tags: [(text: Substring, isBlock: Bool)] = []
        var rest = text[...]
        while let brace = rest.firstIndex(of: "{") {
            let next = rest.index(after: brace)
            guard next < rest.endIndex else { break }
            let isBlock = rest[next] == "%"
            rest = rest[next...]
            guard isBlock || rest[next] == "{" else { continue }
            let start = rest.index(after: next)
            guard let end = rest[start...].firstIndex(of: isBlock ? "%" : "}") else { break }
            tags.append((rest[start..<end], isBlock))
            rest = rest[end...]
        }
        return tags
    }
}
