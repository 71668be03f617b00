/// The check of one template at one place.
struct TemplateCheck {
    private static let ends: Set<String> = [
        "elif", "else", "empty", "endblock", "endfilter", "endfor", "endif", "endmacro", "endmap", "endset",
    ]

    let source: TemplateSource
    let checker: TemplateChecker
    var scopes: TemplateScopes
    /// The known macros, with the number of their parameters.
    var macros: [String: Int]
    let pieces: [TemplateToken]
    var index: Int
    /// The blocks of templates that extend this one, by name. The first block takes precedence.
    var blocks: [String: [TemplateBlockCheck]]

    init(
        _ pieces: [TemplateToken], of source: TemplateSource, by checker: TemplateChecker, scopes: TemplateScopes,
        macros: [String: Int], blocks: [String: [TemplateBlockCheck]], start: Int = 0
    ) {
        self.pieces = pieces
        self.source = source
        self.checker = checker
        self.scopes = scopes
        self.macros = macros
        self.blocks = blocks
        index = start
    }

    /// Checks the whole template. The checker collects problems of single tags.
    ///
    /// - Throws: A failure that ends the check: a tag without an end.
    mutating func run() throws(TemplateError) { _ = try walk(until: [], of: nil) }

    /// Checks everything to the end of a tag, and takes the end.
    mutating func walk(until ends: [String], of tag: TemplateTag?) throws(TemplateError) -> TemplateTag? {
        if let tag { try checker.enter(tag) }
        defer { if tag != nil { checker.leave() } }
        while index < pieces.count {
            let piece = pieces[index]
            index += 1
            guard piece.kind == .tag || piece.kind == .variable else { continue }
            var next = TemplateTag(piece, in: source)
            if ends.contains(next.name) { return next }
            try check(&next)
        }
        guard let tag else { return nil }
        throw .unfinished(tag.name, end: ends[0], in: source, at: tag.place.index)
    }

    /// Checks the following contents with additional variables.
    mutating func walk(
        until ends: [String], of tag: TemplateTag, adding variables: [String: TemplateType]
    ) throws(TemplateError) -> TemplateTag? {
        let outside = scopes
        scopes = scopes.adding(variables)
        defer { scopes = outside }
        return try walk(until: ends, of: tag)
    }

    private mutating func check(_ tag: inout TemplateTag) throws(TemplateError) {
        switch tag.name {
        case TemplateTags.variable: attempt(&tag, Self.variable)
        case "if", "ifnot": try checkCondition(&tag)
        case "for": try checkLoop(&tag)
        case "break", "continue": attempt(&tag) { _, tag throws(TemplateError) in _ = try LoopControlNode(&tag) }
        case "set": try checkSet(&tag)
        case "macro": try checkMacro(&tag)
        case "call": attempt(&tag) { check, tag throws(TemplateError) in try check.checkCall(&tag) }
        case "map": try checkMap(&tag)
        case "filter": try checkFilter(&tag)
        case "include", "import": attempt(&tag) { check, tag throws(TemplateError) in try check.checkInclude(&tag) }
        case "extends": try checkExtends(&tag)
        case "block": try checkBlock(&tag)
        case let name where Self.ends.contains(name):
            throw .syntax("'\(name)' has no matching start", in: source, at: tag.place.index)
        default: checker.report(.unknownTag(tag.name, in: source, at: tag.place.index))
        }
    }

    private static func variable(_ check: inout TemplateCheck, _ tag: inout TemplateTag) throws(TemplateError) {
        let node = try VariableNode(&tag)
        for expression in [node.value, node.condition, node.alternative].compactMap(\.self) {
            _ = check.type(of: expression, at: tag.place.index)
        }
    }

    /// Checks one tag, and continues after it even if there are problems.
    ///
    /// - Returns: Whether the tag could be parsed.
    @discardableResult
    mutating func attempt(
        _ tag: inout TemplateTag,
        _ body: (inout TemplateCheck, inout TemplateTag) throws(TemplateError) -> Void
    ) -> Bool {
        do {
            try body(&self, &tag)
            return true
        } catch {
            checker.report(error)
            return false
        }
    }
}

/// The variables at one place of a template, by name.
struct TemplateScopes {
    private var scopes: [[String: TemplateType]]
    /// Whether there can be unknown variables, so none are reported.
    var isOpen = false

    init(_ variables: [String: TemplateType]) { scopes = [variables] }

    /// All names.
    var names: [String] { Set(scopes.flatMap(\.keys)).sorted() }

    subscript(name: String) -> TemplateType? {
        for scope in scopes.reversed() {
            if let type = scope[name] { return type }
        }
        return isOpen ? .any : nil
    }

    /// Adds a variable until the current tag ends.
    mutating func define(_ name: String, _ type: TemplateType) { scopes[scopes.count - 1][name] = type }

    /// The scopes inside a tag.
    func adding(_ variables: [String: TemplateType]) -> TemplateScopes {
        var result = self
        result.scopes.append(variables)
        return result
    }
}
