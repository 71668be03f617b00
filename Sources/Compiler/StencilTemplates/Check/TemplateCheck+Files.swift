extension TemplateCheck {
    mutating func checkInclude(_ tag: inout TemplateTag) throws(TemplateError) {
        let isImport = tag.name == "import"
        let place = tag.parser.position
        let file = try tag.parser.value()
        let variable = isImport ? nil : tag.parser.word()
        try tag.parser.expectEnd()
        var variables: [String: TemplateType] = [:]
        if let variable {
            guard let type = scopes[variable.text] else {
                throw .unknownName(variable.text, of: nil, among: scopes.names, in: source, at: place)
            }
            if case .record(let record) = type.unwrapped {
                variables = Dictionary(record.fieldTypes.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
            }
        }
        guard let target = try source(of: file, at: place) else {
            // Its macros and variables are known only during rendering.
            if isImport { scopes.isOpen = true }
            return
        }
        if isImport {
            macros = checker.visit(target, &scopes, macros: macros)
        } else {
            var inside = scopes.adding(variables)
            checker.visit(target, &inside, macros: macros)
        }
    }

    mutating func checkExtends(_ tag: inout TemplateTag) throws(TemplateError) {
        let place = tag.parser.position
        var target: TemplateSource?
        attempt(&tag) { check, tag throws(TemplateError) in
            let file = try tag.parser.value()
            try tag.parser.expectEnd()
            target = try check.source(of: file, at: place)
        }
        let own = ownBlocks
        index = pieces.count
        guard let target else {
            for block in own.values { try check([block], scopes: scopes) }
            return
        }
        var all = blocks
        for (name, block) in own { all[name, default: []].append(block) }
        checker.visit(target, &scopes, macros: macros, blocks: all)
    }

    mutating func checkBlock(_ tag: inout TemplateTag) throws(TemplateError) {
        let name = tag.parser.word()?.text ?? ""
        if name.isEmpty { checker.report(tag.parser.syntax("the name of the block is missing")) }
        try check(blocks[name] ?? [], scopes: scopes)
        _ = try walk(until: ["endblock"], of: tag)
        scopes.define("block", .any)
    }

    /// Checks blocks that replace a block of this template, with the current variables.
    private func check(_ replacements: [TemplateBlockCheck], scopes: TemplateScopes) throws(TemplateError) {
        for block in replacements {
            var check = TemplateCheck(
                block.pieces, of: block.source, by: checker, scopes: scopes.adding(["block": .any]), macros: macros,
                blocks: [:], start: block.start)
            let tag = TemplateTag(block.pieces[block.start - 1], in: block.source)
            _ = try check.walk(until: ["endblock"], of: tag)
        }
    }

    /// The blocks that follow, except for those inside other blocks.
    private var ownBlocks: [String: TemplateBlockCheck] {
        var found: [String: TemplateBlockCheck] = [:]
        var depth = 0
        for position in pieces.indices.dropFirst(index) where pieces[position].kind == .tag {
            var tag = TemplateTag(pieces[position], in: source)
            if tag.name == "block" {
                if depth == 0, let name = tag.parser.word()?.text {
                    found[name] = TemplateBlockCheck(source: source, pieces: pieces, start: position + 1)
                }
                depth += 1
            }
            if tag.name == "endblock" { depth -= 1 }
        }
        return found
    }

    /// The template that a tag specifies; nil if it is known only during rendering.
    private func source(
        of file: TemplateExpression, at place: String.Index
    ) throws(TemplateError) -> TemplateSource? {
        guard case .text(let name) = file else {
            _ = type(of: file, at: place)
            return nil
        }
        guard let target = checker.templates[name] else {
            throw .missing(name, among: checker.templates.names, in: source, at: place)
        }
        return target
    }
}
