/// The comparison of values by the rules of Stencil, where values of different types are never equal.
enum TemplateComparison {
    static func isSomething(_ value: RenderedValue?) -> Bool {
        switch value {
        case nil: false
        case .flag(let flag): flag
        case .text(let text): !text.isEmpty
        case .list(let list): !list.isEmpty
        case .group(let group): !group.isEmpty
        case .object(let object): !object.isEmpty
        case .macro: true
        case .integer, .fraction, .number: value?.number.map { $0 > 0 } ?? true
        }
    }

    static func holds(_ left: RenderedValue?, _ sign: String, _ right: RenderedValue?) -> Bool {
        switch sign {
        case "==": return areEqual(left, right)
        case "!=": return !areEqual(left, right)
        case "in": return contains(right, left)
        default: break
        }
        guard let left = left?.number, let right = right?.number else { return false }
        switch sign {
        case "<": return left < right
        case "<=": return left <= right
        case ">": return left > right
        default: return left >= right
        }
    }

    private static func areEqual(_ left: RenderedValue?, _ right: RenderedValue?) -> Bool {
        switch (left, right) {
        case (nil, nil): return true
        case (.text(let left), .text(let right)): return left == right
        case (.flag(let left), .flag(let right)): return left == right
        default:
            guard let left = left?.number, let right = right?.number else { return false }
            return left == right
        }
    }

    private static func contains(_ whole: RenderedValue?, _ part: RenderedValue?) -> Bool {
        switch (whole, part) {
        case (.text(let text), .text(let part)): text.contains(part)
        case (.list(let list), let part?): list.contains { areEqual($0, part) }
        default: false
        }
    }
}
