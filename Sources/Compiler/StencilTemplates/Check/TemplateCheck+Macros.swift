extension TemplateCheck {
    mutating func checkMacro(_ tag: inout TemplateTag) throws(TemplateError) {
        guard let name = tag.parser.word()?.text else {
            return checker.report(tag.parser.syntax("the name of the macro is missing"))
        }
        // A macro can use the variables of its call, so any variable of this template could exist.
        var variables = Dictionary(definedNames.map { ($0, TemplateType.any) }, uniquingKeysWith: { $1 })
        var count = 0
        while let parameter = tag.parser.word()?.text {
            variables[parameter] = .any
            count += 1
        }
        macros[name] = count
        _ = try walk(until: ["endmacro"], of: tag, adding: variables)
        scopes.define(name, .any)
    }

    mutating func checkCall(_ tag: inout TemplateTag) throws(TemplateError) {
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the macro is missing") }
        var count = 0
        while !tag.parser.isAtEnd {
            let argument = try tag.parser.value()
            _ = type(of: argument, at: tag.place.index)
            count += 1
        }
        guard let expected = macros[word.text] else {
            guard scopes[word.text] == nil else { return }
            throw .unknownName(word.text, of: nil, among: Array(macros.keys), in: source, at: tag.place.index)
        }
        guard expected == count else {
            throw .syntax(
                "argument count of macro '\(word.text)' is \(count), not \(expected)", in: source, at: tag.place.index)
        }
    }

    /// The names that loops and other tags define anywhere in this template.
    private var definedNames: [String] {
        pieces.filter { $0.kind == .tag }.flatMap { piece -> [String] in
            var tag = TemplateTag(piece, in: source)
            switch tag.name {
            case "set": return [tag.parser.word()?.text].compactMap(\.self)
            case "for": return (try? TemplateLoopHeader(&tag).names) ?? []
            case "map":
                guard let header = try? TemplateMapHeader(&tag) else { return [] }
                return [header.resultName, header.itemName, "maploop"].compactMap(\.self)
            case "macro":
                var names: [String] = []
                while let word = tag.parser.word()?.text { names.append(word) }
                return names
            default: return []
            }
        } + ["forloop"]
    }
}
