extension FormatParser {
    /// The operator between two operands at the current token; nil if there is none, and the token stays.
    mutating func parseInfix() throws(FormatError) -> FormatOperation.Kind? {
        if token.isWord(.not) {
            try advance()
            guard token.isWord(.in) else { throw unexpectedToken(hint: "write IN after NOT, or AND before it") }
            try advance()
            return .comparison(.in, try parseOptions(of: .in), isNegated: true)
        }
        if let comparisonOperator = token.comparisonOperator {
            try advance()
            return .comparison(comparisonOperator, try parseOptions(of: comparisonOperator), isNegated: false)
        }
        let kind: FormatOperation.Kind
        switch token.kind {
        case .word(.or), .sign(.doubleBar): kind = .or
        case .word(.and), .sign(.doubleAmpersand): kind = .and
        case .sign(let sign):
            guard let binaryOperator = sign.binaryOperator else { return nil }
            kind = .binary(binaryOperator)
        default: return nil
        }
        try advance()
        return kind
    }

    private mutating func parseOptions(
        of comparisonOperator: ComparisonOperator
    ) throws(FormatError) -> ComparisonOptions {
        guard token.isSign(.openBracket) else { return [] }
        // A list can also be in brackets, as in `IN [9, 10]`.
        if comparisonOperator == .in || comparisonOperator == .between, !isBeforeOptions { return [] }
        try advance()
        var options: ComparisonOptions = []
        let text = String(decoding: lexer.bytes[token.range], as: UTF8.self).lowercased()
        for character in text {
            guard let found = ComparisonOptions.letters.first(where: { $0.letter == character }) else {
                throw unexpectedToken(hint: "use the options c, d, n, and l, as in [cd]")
            }
            options.insert(found.option)
        }
        guard !options.isEmpty else { throw unexpectedToken(hint: "name an option, as in [cd]") }
        try advance()
        guard token.isSign(.closeBracket) else { throw unexpectedToken(hint: "close the options with ]") }
        try advance()
        return options
    }

    /// Whether the opening bracket at the current token is followed by letters alone and its end.
    private var isBeforeOptions: Bool {
        let rest = lexer.bytes[token.range.upperBound...].drop { $0 == UInt8(ascii: " ") }
        let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
        let end = rest[letters.endIndex...].first { $0 != UInt8(ascii: " ") }
        return !letters.isEmpty && end == UInt8(ascii: "]")
    }

    /// Puts an operator on the stack, with the operand before it.
    mutating func push(_ kind: FormatOperation.Kind, after operand: FormatOperand) throws(FormatError) {
        var operand = operand
        while let last = frames[frames.count - 1].operations.last, last.kind.isComplete(before: kind) {
            operand = try applyInnermost(to: operand)
        }
        let top = frames.count - 1
        switch kind {
        case .or, .and:
            _ = try predicate(operand)
            if let last = frames[top].operations.indices.last, frames[top].operations[last].kind == kind {
                frames[top].operations[last].operands.append(operand)
                return
            }
        case .comparison:
            if case .comparison = frames[top].operations.last?.kind {
                throw lexer.error(
                    .unexpectedToken, at: operand.start, "comparisons cannot be chained",
                    hint: "write a < b AND b < c, or use BETWEEN")
            }
            _ = try expression(operand)
        case .not, .modifier, .binary, .unary: _ = try expression(operand)
        }
        frames[top].operations.append(FormatOperation(kind: kind, operands: [operand], start: operand.start))
    }

    /// Applies all operators of the innermost bracket that need an operand.
    mutating func completed(_ operand: FormatOperand) throws(FormatError) -> FormatOperand {
        var operand = operand
        while !frames[frames.count - 1].operations.isEmpty { operand = try applyInnermost(to: operand) }
        return operand
    }

    private mutating func applyInnermost(to operand: FormatOperand) throws(FormatError) -> FormatOperand {
        // As one expression, this would copy all frames and take quadratic time.
        let operation = frames[frames.count - 1].operations.removeLast()
        return try apply(operation, to: operand)
    }

    private func apply(_ operation: FormatOperation, to last: FormatOperand) throws(FormatError) -> FormatOperand {
        let start = operation.start
        let depth = max(last.depth, operation.operands.reduce(0) { max($0, $1.depth) })
        switch operation.kind {
        case .or:
            return try operand(.predicate(.or(predicates(operation.operands, last))), above: depth, start: start)
        case .and:
            return try operand(.predicate(.and(predicates(operation.operands, last))), above: depth, start: start)
        case .not: return try operand(.predicate(.not(predicate(last))), above: depth, start: start)
        case .modifier(let modifier): return try quantified(last, modifier: modifier, start: start)
        case .comparison(let comparisonOperator, let options, let isNegated):
            let left = try expression(operation.operands[0])
            var comparison = ModelComparison(left, comparisonOperator, try expression(last), options: options)
            comparison.position.column = lexer.column(ofTokenAt: start)
            let result = try operand(.predicate(.comparison(comparison)), above: depth, start: start)
            guard isNegated else { return result }
            return try operand(.predicate(.not(.comparison(comparison))), above: result.depth, start: start)
        case .binary(let binaryOperator):
            let left = try expression(operation.operands[0])
            return try operand(
                .expression(.binary(binaryOperator, left, expression(last))), above: depth, start: start)
        case .unary(let unaryOperator):
            return try operand(.expression(.unary(unaryOperator, expression(last))), above: depth, start: start)
        }
    }

    /// Applies a quantifier such as `ANY` when the comparison after it is complete.
    private func quantified(
        _ comparison: FormatOperand, modifier: ComparisonModifier, start: Int
    ) throws(FormatError) -> FormatOperand {
        var result = comparison
        result.start = start
        switch comparison.content {
        case .predicate(.comparison(var inner)) where !comparison.isEnclosed:
            inner.modifier = modifier
            inner.position.column = lexer.column(ofTokenAt: start)
            result.content = .predicate(.comparison(inner))
        case .predicate(.not(.comparison(var inner))) where !comparison.isEnclosed:
            inner.modifier = modifier
            inner.position.column = lexer.column(ofTokenAt: start)
            result.content = .predicate(.not(.comparison(inner)))
        default:
            throw lexer.error(
                .unexpectedToken, at: token.range.lowerBound, "\(modifier.rawValue) is not followed by a comparison",
                hint: "write a comparison after it, without parentheses")
        }
        return result
    }

    // MARK: Trees

    /// Wraps a new tree, one level above its parts.
    func operand(
        _ content: FormatOperand.Content, above depth: Int, start: Int
    ) throws(FormatError) -> FormatOperand {
        guard depth < Self.nestingLimit else {
            throw lexer.error(
                .tooDeep, at: start, "the nesting is deeper than \(Self.nestingLimit) levels",
                hint: "split it, or pass the values as one collection with IN %@")
        }
        return FormatOperand(content: content, depth: depth + 1, start: start)
    }

    func predicate(_ operand: FormatOperand) throws(FormatError) -> ModelPredicate {
        switch operand.content {
        case .predicate(let predicate): return predicate
        case .expression:
            throw lexer.error(
                .wrongKind, at: operand.start, "expected a condition but found a value",
                hint: "compare it with something, as in name == \"x\"")
        }
    }

    func expression(_ operand: FormatOperand) throws(FormatError) -> ModelExpression {
        switch operand.content {
        case .expression(let expression): return expression
        case .predicate:
            throw lexer.error(
                .wrongKind, at: operand.start, "expected a value but found a condition",
                hint: "use TERNARY(condition, TRUE, FALSE) to get a value")
        }
    }

    private func predicates(
        _ operands: [FormatOperand], _ last: FormatOperand
    ) throws(FormatError) -> [ModelPredicate] {
        var predicates: [ModelPredicate] = []
        predicates.reserveCapacity(operands.count + 1)
        for operand in operands { predicates.append(try predicate(operand)) }
        predicates.append(try predicate(last))
        return predicates
    }
}

extension FormatToken {
    /// The operator that the token represents in the place of an operand.
    var prefixOperation: FormatOperation.Kind? {
        switch kind {
        case .word(.not), .sign(.exclamation): .not
        case .word(let word): word.modifier.map { .modifier($0) }
        case .sign(let sign): UnaryOperator(rawValue: sign.rawValue).map { .unary($0) }
        default: nil
        }
    }
}
