import ModelDiagnostics

extension FormatParser {
    /// Closes the innermost bracket after its last operand.
    mutating func close(after operand: FormatOperand) throws(FormatError) -> FormatOperand {
        guard let bracket = frames.last?.bracket, let end = bracket.end, token.isSign(end) else {
            throw unexpectedToken(hint: frames.last?.bracket.hint ?? "")
        }
        let last = try completed(operand)
        switch bracket {
        case .text, .aggregate, .bracketedList, .function, .word:
            return try closeList(frames[frames.count - 1].members + [last])
        case .parenthesis:
            var enclosed = last
            enclosed.isEnclosed = true
            enclosed.start = frames[frames.count - 1].start
            frames.removeLast()
            return try advancing(enclosed)
        case .index(let list):
            let content = FormatOperand.Content.expression(
                .element(of: try expression(list), at: .index(try expression(last))))
            frames.removeLast()
            return try advancing(self.operand(content, above: max(list.depth, last.depth), start: list.start))
        }
    }

    /// Closes the innermost bracket, which contains a list.
    mutating func closeList(_ members: [FormatOperand]) throws(FormatError) -> FormatOperand {
        let frame = frames.removeLast()
        let result: FormatOperand
        switch frame.bracket {
        case .function(let name): result = try function(name, members, start: frame.start)
        case .word(.subquery): result = try subquery(members, start: frame.start)
        case .word(.cast): result = try cast(members, start: frame.start)
        case .word(.ternary): result = try ternary(members, start: frame.start)
        case .word: result = try methodCall(members, start: frame.start)
        case .text, .parenthesis, .aggregate, .bracketedList, .index:
            result = try aggregate(members, start: frame.start)
        }
        return try advancing(result)
    }

    /// `{a, b}`, which is a constant if it contains only literals.
    private func aggregate(_ members: [FormatOperand], start: Int) throws(FormatError) -> FormatOperand {
        let depth = members.map(\.depth).max() ?? 0
        let constants = members.compactMap(\.plainConstant)
        if constants.count == members.count {
            return try operand(.expression(.constant(.collection(constants))), above: depth, start: start)
        }
        return try operand(.expression(.aggregate(expressions(members))), above: depth, start: start)
    }

    private func function(
        _ name: String, _ arguments: [FormatOperand], start: Int
    ) throws(FormatError) -> FormatOperand {
        guard let function = ExpressionFunction(spelling: name, argumentCount: arguments.count) else {
            let nearest = NearestName.to(name, among: ExpressionFunction.allCases.map(\.rawValue))
            throw lexer.error(
                .unknownFunction, at: start, "unknown function \(lexer.excerpt(start..<start + name.utf8.count))",
                hint: nearest.map { "did you mean \($0)?" } ?? "use FUNCTION(receiver, \"selector\") to call a method")
        }
        guard function.argumentCount == arguments.count else {
            throw lexer.error(
                .unknownFunction, at: start,
                "the argument count of \(function.rawValue) is \(arguments.count), not \(function.argumentCount)",
                hint: function.argumentCount == 1
                    ? "put several values in braces, as in \(function.rawValue)({1, 2})"
                    : "give one argument for each colon in the name")
        }
        let depth = arguments.map(\.depth).max() ?? 0
        return try operand(.expression(.function(function, expressions(arguments))), above: depth, start: start)
    }

    private func methodCall(_ arguments: [FormatOperand], start: Int) throws(FormatError) -> FormatOperand {
        guard arguments.count >= 2, case .string(let selector) = arguments[1].plainConstant else {
            throw lexer.error(
                .unexpectedToken, at: start, "FUNCTION needs a receiver and a selector",
                hint: "write FUNCTION(receiver, \"selector\", arguments)")
        }
        let depth = arguments.map(\.depth).max() ?? 0
        let receiver = try expression(arguments[0])
        let rest = try expressions(Array(arguments.dropFirst(2)))
        return try operand(.expression(.methodCall(receiver, selector: selector, rest)), above: depth, start: start)
    }

    private func subquery(_ arguments: [FormatOperand], start: Int) throws(FormatError) -> FormatOperand {
        guard arguments.count == 3, case .expression(.variable(let variable)) = arguments[1].content else {
            throw lexer.error(
                .unexpectedToken, at: start, "SUBQUERY needs a collection, a variable, and a condition",
                hint: "write SUBQUERY(collection, $variable, condition)")
        }
        let content = FormatOperand.Content.expression(
            .subquery(try expression(arguments[0]), variable: variable, try predicate(arguments[2])))
        return try operand(content, above: max(arguments[0].depth, arguments[2].depth), start: start)
    }

    private func ternary(_ arguments: [FormatOperand], start: Int) throws(FormatError) -> FormatOperand {
        guard arguments.count == 3 else {
            throw lexer.error(
                .unexpectedToken, at: start, "TERNARY needs a condition and two values",
                hint: "write TERNARY(condition, a, b)")
        }
        let content = FormatOperand.Content.expression(
            .ternary(try predicate(arguments[0]), try expression(arguments[1]), try expression(arguments[2])))
        return try operand(content, above: arguments.map(\.depth).max() ?? 0, start: start)
    }

    /// The cast of a literal becomes a constant if the type has no literal.
    private func cast(_ arguments: [FormatOperand], start: Int) throws(FormatError) -> FormatOperand {
        guard arguments.count == 2, case .string(let type) = arguments[1].plainConstant else {
            throw lexer.error(
                .unexpectedToken, at: start, "CAST needs a value and a type",
                hint: "write CAST(value, \"NSDate\"), with a type in quotes")
        }
        // The value of an argument must not change the structure of the tree, so it is cast during evaluation.
        if !arguments[0].isArgument, let plain = arguments[0].plainConstant,
            let value = CastConstant.value(of: plain, type: type)
        {
            return leaf(.constant(value), start: start)
        }
        return try operand(
            .expression(.cast(expression(arguments[0]), type: type)), above: arguments[0].depth, start: start)
    }

    private func expressions(_ operands: [FormatOperand]) throws(FormatError) -> [ModelExpression] {
        var expressions: [ModelExpression] = []
        expressions.reserveCapacity(operands.count)
        for operand in operands { expressions.append(try expression(operand)) }
        return expressions
    }
}
