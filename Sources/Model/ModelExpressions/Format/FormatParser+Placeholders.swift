extension FormatParser {
    /// Replaces the current token with the next argument.
    mutating func parsePlaceholder(_ specifier: String) throws(FormatError) -> FormatOperand {
        let start = token.range.lowerBound
        let argument = try nextArgument(for: specifier)
        guard let placeholder = FormatPlaceholder(specifier: specifier),
            let operand = operand(for: argument, in: placeholder, start: start)
        else { throw mismatch(specifier) }
        guard operand.depth <= Self.nestingLimit else {
            throw lexer.error(
                .tooDeep, at: start, "argument \(arguments.usedCount) has more than \(Self.nestingLimit) levels",
                hint: "split it")
        }
        return try advancing(operand)
    }

    /// Replaces the current token, `%K` after a dot, with the steps of the next argument.
    mutating func parsePathPlaceholder() throws(FormatError) -> [ModelKeyPath.Component] {
        let path: ModelKeyPath?
        switch try nextArgument(for: "K") {
        case .constant(.string(let text)): path = ModelKeyPath(text: text)
        case .expression(.keyPath(let steps, .evaluatedObject)): path = steps
        default: path = nil
        }
        guard let path else { throw mismatch("K") }
        try advance()
        return path.components
    }

    /// The next argument, for the placeholder that is the current token.
    private mutating func nextArgument(for specifier: String) throws(FormatError) -> FormatArgument {
        let start = token.range.lowerBound
        switch arguments.next() {
        case .success(let argument): return argument
        case .failure(let reason):
            throw lexer.error(
                .invalidArgument, at: start, "argument \(arguments.usedCount) \(reason.message)", hint: reason.hint)
        case nil:
            throw lexer.error(
                .invalidArgument, at: start, "placeholder %\(specifier) has no argument",
                hint: "pass an argument for each placeholder, at least \(arguments.usedCount + 1)")
        }
    }

    /// The error for an argument of another kind than the placeholder that is the current token.
    private func mismatch(_ specifier: String) -> FormatError {
        lexer.error(
            .invalidArgument, at: token.range.lowerBound, "argument \(arguments.usedCount) does not fit %\(specifier)",
            hint: specifier == "K" ? "pass a key path as a string" : "pass another value, or use %@")
    }

    /// The tree for an argument; nil if the placeholder does not accept it.
    private func operand(
        for argument: FormatArgument, in placeholder: FormatPlaceholder, start: Int
    ) -> FormatOperand? {
        switch (placeholder, argument) {
        case (.any, .constant(let value)):
            let depth = NestingDepth.of(value, limit: Self.nestingLimit)
            return FormatOperand(content: .expression(.constant(value)), depth: depth, isArgument: true, start: start)
        case (.any, .expression(let expression)):
            let depth = NestingDepth.of(expression, limit: Self.nestingLimit)
            return FormatOperand(content: .expression(expression), depth: depth, isEnclosed: true, start: start)
        case (.any, .predicate(let predicate)):
            let depth = NestingDepth.of(predicate, limit: Self.nestingLimit)
            // Only a tree that is not too deep is walked. All its comparisons have the place of the placeholder.
            let column = lexer.column(ofTokenAt: start)
            let isDeep = depth > Self.nestingLimit
            let placed = isDeep ? predicate : predicate.mappingComparisons { $0.position.column = column }
            return FormatOperand(content: .predicate(placed), depth: depth, isEnclosed: true, start: start)
        case (.keyPath, .constant(.string(let text))): return keyPath(text).map { leaf($0, start: start) }
        case (.keyPath, .expression(.keyPath(let path, .evaluatedObject))):
            return leaf(.keyPath(path), start: start)
        case (.keyPath, .expression(.evaluatedObject)): return leaf(.evaluatedObject, start: start)
        case (.integer, .constant(.integer)), (.integer, .constant(.boolean)), (.text, .constant(.string)),
            (.real, .constant(.real)), (.real, .constant(.decimal)):
            return self.operand(for: argument, in: .any, start: start)
        case (.real, .constant(.integer(let value))): return leaf(.constant(.real(Double(value))), start: start)
        default: return nil
        }
    }

    /// A path from a string. Here, `SELF` as the first step is also the evaluated object.
    private func keyPath(_ text: String) -> ModelExpression? {
        guard var path = ModelKeyPath(text: text) else { return nil }
        if case .key("SELF") = path.components.first {
            path.components.removeFirst()
            if path.components.isEmpty { return .evaluatedObject }
        }
        return .keyPath(path)
    }
}
