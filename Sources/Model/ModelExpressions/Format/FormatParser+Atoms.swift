import ModelDiagnostics

extension FormatParser {
    /// Parses an expression without parts.
    mutating func parseAtom() throws(FormatError) -> FormatOperand {
        let start = token.range.lowerBound
        switch token.kind {
        case .word(let word): return try parseWord(word)
        case .name(let name): return try advancing(leaf(.keyPath(ModelKeyPath([.key(name)])), start: start))
        case .escapedName, .atName: return leaf(.keyPath(ModelKeyPath([try parseComponent()])), start: start)
        case .variable(let name): return try advancing(leaf(.variable(name), start: start))
        case .string(let text): return try advancing(leaf(.constant(.string(text)), start: start))
        case .real(let value):
            return try advancing(leaf(.constant(.real(takesMinus() ? -value : value)), start: start))
        case .integer(let magnitude):
            let value = try integer(magnitude, isNegative: takesMinus())
            return try advancing(leaf(.constant(.integer(value)), start: start))
        case .placeholder(let specifier): return try parsePlaceholder(specifier)
        case .functionName, .sign, .end: throw unexpectedToken(hint: "put a key, a value, or a condition here")
        }
    }

    private mutating func parseWord(_ word: FormatWord) throws(FormatError) -> FormatOperand {
        let start = token.range.lowerBound
        switch word {
        case .true, .yes: return try advancing(leaf(.constant(.boolean(true)), start: start))
        case .false, .no: return try advancing(leaf(.constant(.boolean(false)), start: start))
        case .null, .nil: return try advancing(leaf(.constant(.null), start: start))
        case .self: return try advancing(leaf(.evaluatedObject, start: start))
        case .truePredicate, .falsePredicate:
            let constant = ModelPredicate.constant(word == .truePredicate)
            return try advancing(FormatOperand(content: .predicate(constant), depth: 1, start: start))
        default: throw reservedWord()
        }
    }

    func leaf(_ expression: ModelExpression, start: Int) -> FormatOperand {
        FormatOperand(content: .expression(expression), depth: 1, start: start)
    }

    // MARK: Numbers

    /// Removes a minus from the stack. It is part of the constant after it, so a format can contain the smallest
    /// integer.
    private mutating func takesMinus() -> Bool {
        guard frames[frames.count - 1].operations.last?.kind == .unary(.negate) else { return false }
        frames[frames.count - 1].operations.removeLast()
        return true
    }

    private func integer(_ magnitude: UInt64, isNegative: Bool) throws(FormatError) -> Int64 {
        guard magnitude <= (isNegative ? Int64.min.magnitude : UInt64(Int64.max)) else {
            throw FormatLexer.tooLarge(lexer, at: token.range.lowerBound)
        }
        return Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
    }

    // MARK: Paths

    /// Parses every `.name` and `.%K` that follows.
    mutating func parsePath(of base: FormatOperand) throws(FormatError) -> FormatOperand {
        let root = try expression(base)
        var components: [ModelKeyPath.Component] = []
        while token.isSign(.dot) {
            try advance()
            if case .placeholder("K") = token.kind {
                components += try parsePathPlaceholder()
            } else {
                components.append(try parseComponent())
            }
        }
        // The name continues a path, unless the path is in parentheses.
        if case .keyPath(let first, let root) = root, !base.isEnclosed {
            let joined = ModelKeyPath(first.components + components)
            return FormatOperand(
                content: .expression(.keyPath(joined, of: root)), depth: base.depth, start: base.start)
        }
        if root == .evaluatedObject { return leaf(.keyPath(ModelKeyPath(components)), start: base.start) }
        return try operand(
            .expression(.keyPath(ModelKeyPath(components), of: root)), above: base.depth, start: base.start)
    }

    /// Parses one step of a path. After a dot, a reserved word is a name.
    private mutating func parseComponent() throws(FormatError) -> ModelKeyPath.Component {
        let component: ModelKeyPath.Component
        switch token.kind {
        case .name(let name), .escapedName(let name): component = .key(name)
        case .word: component = .key(String(decoding: lexer.bytes[token.range], as: UTF8.self))
        case .atName(let name): component = .collectionOperator(try collectionOperator(name))
        case .placeholder: throw unexpectedToken(hint: "use %K for the name of a property after the dot")
        default: throw unexpectedToken(hint: "put the name of a property after the dot")
        }
        try advance()
        return component
    }

    private func collectionOperator(_ name: String) throws(FormatError) -> CollectionOperator {
        if let found = CollectionOperator(rawValue: name) { return found }
        let all = CollectionOperator.allCases.map(\.rawValue)
        let nearest = NearestName.to(name, among: all).map { "did you mean \($0)?" }
        throw lexer.error(
            .unknownFunction, at: token.range.lowerBound,
            "unknown collection operator \(lexer.excerpt(token.range))",
            hint: nearest ?? "use one of \(all.joined(separator: ", "))")
    }

    /// Parses `[FIRST]`, `[LAST]`, and `[SIZE]` completely. For `[index]`, opens the bracket and returns nil.
    mutating func parseElement(of list: FormatOperand) throws(FormatError) -> FormatOperand? {
        let base = try expression(list)
        try advance()
        let position: ElementPosition
        switch token.kind {
        case .word(.first): position = .first
        case .word(.last): position = .last
        case .word(.size): position = .size
        default:
            frames.append(FormatFrame(bracket: .index(list: list), start: list.start))
            return nil
        }
        try advance()
        guard token.isSign(.closeBracket) else { throw unexpectedToken(hint: "close the index with ]") }
        try advance()
        return try operand(.expression(.element(of: base, at: position)), above: list.depth, start: list.start)
    }
}
