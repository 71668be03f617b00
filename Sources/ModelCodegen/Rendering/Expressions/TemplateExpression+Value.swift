extension TemplateExpression {
    /// What the expression stands for; nil for nothing.
    func value(in scope: TemplateScope) throws -> Any? {
        switch self {
        case .text(let text): return text
        case .integer(let integer): return integer
        case .number(let number): return number
        case .flag(let flag): return flag
        case .path(let path): return try path.value(in: scope)
        case .filtered(let value, let calls):
            return try calls.reduce(try value.value(in: scope)) { try $1.value(of: $0, in: scope) }
        case .range(let first, let last):
            return try Self.range(try first.value(in: scope), try last.value(in: scope))
        case .not, .both, .either, .comparison:
            return try holds(in: scope)
        }
    }

    /// Whether the expression stands for something: not for false, nothing, an empty text or list, or zero.
    func holds(in scope: TemplateScope) throws -> Bool {
        switch self {
        case .not(let operand): try !operand.holds(in: scope)
        case .both(let left, let right): try left.holds(in: scope) && right.holds(in: scope)
        case .either(let left, let right): try left.holds(in: scope) || right.holds(in: scope)
        case .comparison(let left, let sign, let right):
            TemplateComparison.holds(try left.value(in: scope), sign, try right.value(in: scope))
        default: TemplateComparison.isSomething(try value(in: scope))
        }
    }

    private static func range(_ first: Any?, _ last: Any?) throws -> [Any] {
        guard let first = first as? Int, let last = last as? Int else {
            throw RenderingFailure("both ends of a range must be whole numbers")
        }
        // More than any model has of anything.
        guard abs(first.distance(to: last)) < 1_000_000 else { throw RenderingFailure("this range is too long") }
        return first <= last ? Array(first...last) : (last...first).reversed()
    }
}

extension TemplateExpression.FilterCall {
    func value(of input: Any?, in scope: TemplateScope) throws -> Any? {
        guard let filter = TemplateFilters.all[name] else { throw RenderingFailure("there is no filter '\(name)'") }
        return try filter.apply(input, try arguments.map { try $0.value(in: scope) })
    }
}

extension TemplatePath {
    func value(in scope: TemplateScope) throws -> Any? {
        var current: Any?
        for (index, step) in steps.enumerated() {
            let name = try step.name(in: scope, of: self)
            current = index == 0 ? scope[name] : current.flatMap { Self.member(name, of: $0) }
            guard current != nil else { return nil }
        }
        return current
    }

    private static func member(_ name: String, of value: Any) -> Any? {
        if let object = value as? TemplateObject { return object.member(name) }
        if let list = value as? [Any] { return member(name, of: list) }
        if let text = value as? String { return member(name, of: text) }
        if let table = value as? [String: Any] { return name == "count" ? table.count : table[name] }
        return nil
    }

    private static func member(_ name: String, of list: some BidirectionalCollection) -> Any? {
        switch name {
        case "first": return list.first
        case "last": return list.last
        case "count": return list.count
        default:
            guard let offset = Int(name), offset >= 0, offset < list.count else { return nil }
            return list[list.index(list.startIndex, offsetBy: offset)]
        }
    }
}

extension TemplatePath.Step {
    fileprivate func name(in scope: TemplateScope, of path: TemplatePath) throws -> String {
        switch self {
        case .name(let name, _): return name
        case .value(let inner, _):
            guard let value = try inner.value(in: scope) else {
                throw RenderingFailure("'\(inner.text)' in '\(path.text)' stands for nothing")
            }
            return TemplateText.of(value)
        }
    }
}
