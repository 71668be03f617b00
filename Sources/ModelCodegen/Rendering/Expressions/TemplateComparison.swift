/// How values are compared: after Stencil's rules, by which values of different types are never equal.
enum TemplateComparison {
    static func isSomething(_ value: Any?) -> Bool {
        switch value {
        case nil: false
        case let flag as Bool: flag
        case let text as String: !text.isEmpty
        case let list as [Any]: !list.isEmpty
        case let table as TemplateTable: !table.isEmpty
        case let table as [String: Any]: !table.isEmpty
        case let value?: number(value).map { $0 > 0 } ?? true
        }
    }

    static func holds(_ left: Any?, _ sign: String, _ right: Any?) -> Bool {
        switch sign {
        case "==": return areEqual(left, right)
        case "!=": return !areEqual(left, right)
        case "in": return contains(right, left)
        default: break
        }
        guard let left = number(left), let right = number(right) else { return false }
        switch sign {
        case "<": return left < right
        case "<=": return left <= right
        case ">": return left > right
        default: return left >= right
        }
    }

    private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        if let left = left as? String, let right = right as? String { return left == right }
        if let left = left as? Bool, let right = right as? Bool { return left == right }
        if let left = number(left), let right = number(right) { return left == right }
        return left == nil && right == nil
    }

    private static func contains(_ whole: Any?, _ part: Any?) -> Bool {
        if let text = whole as? String, let part = part as? String { return text.contains(part) }
        guard let list = whole as? [Any] else { return false }
        return part != nil && list.contains { areEqual($0, part) }
    }

    private static func number(_ value: Any?) -> Double? {
        switch value {
        case is Bool: nil
        case let integer as Int: Double(integer)
        case let number as Float: Double(number)
        case let number as Double: number
        default: nil
        }
    }
}
