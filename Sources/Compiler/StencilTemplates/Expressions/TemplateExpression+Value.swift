extension TemplateExpression {
    /// The value of the expression; nil if there is none.
    func value(in scope: TemplateScope) throws -> RenderedValue? {
        switch self {
        case .text(let text): return .text(text)
        case .integer(let integer): return .integer(integer)
        case .number(let number): return .fraction(number)
        case .flag(let flag): return .flag(flag)
        case .path(let path): return try path.value(in: scope)
        case .filtered(let value, let calls):
            return try calls.reduce(try value.value(in: scope)) { try $1.value(of: $0, in: scope) }
        case .range(let first, let last):
            let range = try Self.range(try first.value(in: scope), try last.value(in: scope))
            try scope.spend(on: range)
            return range
        case .not, .both, .either, .comparison: return .flag(try holds(in: scope))
        }
    }

    /// Whether the expression counts as true: not false, nil, zero, or an empty string or list.
    func holds(in scope: TemplateScope) throws -> Bool {
        switch self {
        case .not(let operand): try !operand.holds(in: scope)
        case .both(let left, let right): try left.holds(in: scope) && right.holds(in: scope)
        case .either(let left, let right): try left.holds(in: scope) || right.holds(in: scope)
        case .comparison(let left, let sign, let right):
            try Self.holds(try left.value(in: scope), sign, try right.value(in: scope), in: scope)
        default: TemplateComparison.isSomething(try value(in: scope))
        }
    }

    private static func holds(
        _ left: RenderedValue?, _ sign: String, _ right: RenderedValue?, in scope: TemplateScope
    ) throws -> Bool {
        try scope.spend(on: right)
        return TemplateComparison.holds(left, sign, right)
    }

    private static func range(_ first: RenderedValue?, _ last: RenderedValue?) throws -> RenderedValue {
        guard case .integer(let first) = first, case .integer(let last) = last else {
            throw RenderingError("both ends of a range must be integers")
        }
        // More than the number of any elements in a model.
        let (distance, overflow) = last.subtractingReportingOverflow(first)
        guard !overflow, distance.magnitude < 1_000_000 else { throw RenderingError("this range is too long") }
        let numbers = first <= last ? Array(first...last) : (last...first).reversed()
        return .list(numbers.map(RenderedValue.integer))
    }
}

extension TemplateExpression.FilterCall {
    func value(of input: RenderedValue?, in scope: TemplateScope) throws -> RenderedValue? {
        let filters = scope.library.filters
        guard let filter = filters[name] else { throw RenderingError("unknown filter '\(name)'") }
        try scope.spend(on: input)
        let arguments = try self.arguments.map { try $0.value(in: scope) }
        for argument in arguments { try scope.spend(on: argument) }
        return try filter.apply(input, arguments, among: filters)
    }
}

extension TemplatePath {
    func value(in scope: TemplateScope) throws -> RenderedValue? {
        var current: RenderedValue?
        for (index, step) in steps.enumerated() {
            // Finding or counting characters visits all of them.
            if case .text = current { try scope.spend(on: current) }
            let name = try step.name(in: scope, of: self)
            current = index == 0 ? scope[name] : current.flatMap { Self.member(name, of: $0) }
            guard current != nil else { return nil }
        }
        return current
    }

    private static func member(_ name: String, of value: RenderedValue) -> RenderedValue? {
        switch value {
        case .object(let object): object.member(name)
        case .list(let list): name == "count" ? .integer(list.count) : element(name, of: list)
        case .text(let text):
            name == "count" ? .integer(text.count) : element(name, of: text).map { .text(String($0)) }
        case .group(let group): name == "count" ? .integer(group.count) : group[name]
        case .flag, .integer, .fraction, .number, .macro: nil
        }
    }

    private static func element<Elements: BidirectionalCollection>(
        _ name: String, of elements: Elements
    ) -> Elements.Element? {
        switch name {
        case "first": return elements.first
        case "last": return elements.last
        default:
            guard let offset = Int(name), offset >= 0, offset < elements.count else { return nil }
            return elements[elements.index(elements.startIndex, offsetBy: offset)]
        }
    }
}

extension TemplatePath.Step {
    fileprivate func name(in scope: TemplateScope, of path: TemplatePath) throws -> String {
        switch self {
        case .name(let name, _): return name
        case .value(let inner, _):
            guard let value = try inner.value(in: scope) else {
                throw RenderingError("'\(inner.text)' in '\(path.text)' has no value")
            }
            try scope.spend(on: value)
            return value.printed
        }
    }
}
