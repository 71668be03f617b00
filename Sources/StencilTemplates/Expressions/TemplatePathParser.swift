/// Reads `a.b[c.d].e`.
enum TemplatePathParser {
    private static let maximumDepth = 20

    static func path(_ text: Substring, in source: TemplateSource) throws(TemplateFailure) -> TemplatePath {
        try path(text, in: source, depth: 0)
    }

    private static func path(
        _ text: Substring, in source: TemplateSource, depth: Int
    ) throws(TemplateFailure) -> TemplatePath {
        var steps: [TemplatePath.Step] = []
        var rest = text
        repeat {
            let name = rest.prefix { $0 != "." && $0 != "[" && $0 != "]" }
            guard !name.isEmpty else { throw .syntax("'\(text)' lacks a name", in: source, at: rest.startIndex) }
            steps.append(.name(String(name), at: name.startIndex))
            rest = rest[name.endIndex...]
            while rest.first == "[" {
                let inside = try bracketed(rest, of: text, in: source)
                guard depth < maximumDepth else {
                    throw .syntax("these brackets are nested too deeply", in: source, at: rest.startIndex)
                }
                steps.append(.value(try path(inside, in: source, depth: depth + 1), at: inside.startIndex))
                rest = text[text.index(after: inside.endIndex)...]
            }
            guard rest.first != "]", rest.isEmpty || rest.first == "." else {
                throw .syntax("'\(text)' has an extra bracket or a missing dot", in: source, at: rest.startIndex)
            }
            if rest.isEmpty { break }
            rest = rest.dropFirst()
        } while true
        return TemplatePath(text: String(text), steps: steps)
    }

    /// The contents of the brackets at the start of a text.
    private static func bracketed(
        _ rest: Substring, of text: Substring, in source: TemplateSource
    ) throws(TemplateFailure) -> Substring {
        var level = 0
        for index in rest.indices {
            if rest[index] == "[" { level += 1 }
            if rest[index] == "]" { level -= 1 }
            if level == 0 { return rest[rest.index(after: rest.startIndex)..<index] }
        }
        throw .syntax("'\(text)' has no closing bracket", in: source, at: rest.startIndex)
    }
}
