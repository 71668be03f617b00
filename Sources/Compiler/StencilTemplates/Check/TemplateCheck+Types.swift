extension TemplateCheck {
    /// Returns the type of an expression, and reports its unknown names.
    ///
    /// - Parameter place: The place for problems without their own place.
    func type(of expression: TemplateExpression, at place: String.Index) -> TemplateType {
        switch expression {
        case .text: return .text
        case .integer, .number: return .number
        case .flag: return .flag
        case .path(let path): return type(of: path)
        case .filtered(let value, let calls):
            _ = type(of: value, at: place)
            return type(of: calls, at: place)
        case .range(let first, let last):
            _ = type(of: first, at: place)
            _ = type(of: last, at: place)
            return .list(.number)
        case .not(let operand):
            _ = type(of: operand, at: place)
            return .flag
        case .both(let left, let right), .either(let left, let right), .comparison(let left, _, let right):
            _ = type(of: left, at: place)
            _ = type(of: right, at: place)
            return .flag
        }
    }

    /// The result type of the last filter.
    func type(of calls: [TemplateExpression.FilterCall], at place: String.Index) -> TemplateType {
        var result = TemplateType.any
        for call in calls {
            for argument in call.arguments { _ = type(of: argument, at: place) }
            guard let filter = checker.filters[call.name] else {
                checker.report(.unknownFilter(call.name, among: checker.filters.names, in: source, at: call.start))
                result = .any
                continue
            }
            if !filter.argumentCounts.contains(call.arguments.count) {
                checker.report(.syntax(filter.argumentMessage(call.arguments.count), in: source, at: call.start))
            }
            result = filter.result
        }
        return result
    }

    private func type(of path: TemplatePath) -> TemplateType {
        var current: TemplateType?
        var walked = ""
        for step in path.steps {
            switch step {
            case .value(let inner, _):
                _ = type(of: inner)
                switch current?.unwrapped {
                case .table(let element): current = .optional(element)
                case .list(let element): current = .optional(element)
                default: current = .any
                }
                walked += "[\(inner.text)]"
            case .name(let name, let place):
                guard let found = current.map({ $0.member(name) }) ?? scopes[name] else {
                    checker.report(
                        .unknownName(
                            name, of: current == nil ? nil : walked, among: current?.memberNames ?? scopes.names,
                            severity: checker.unknownNameSeverity, in: source, at: place))
                    return .any
                }
                current = found
                walked += walked.isEmpty ? name : "." + name
            }
        }
        return current ?? .any
    }
}
