import Foundation
import ModelExpressions
import ModelSchema

/// Evaluates requirements on the elements of a model, after ``RequirementObstacle`` has found no problem.
final class RequirementEvaluator {
    /// The functions that requirements support.
    static let functions: [ExpressionFunction] = [.count, .length, .uppercase, .lowercase]

    private typealias Scope = [String: RequirementValue]

    /// The maximum number of progress reports of the regular expression engine about one match. A hostile pattern would
    /// otherwise take exponential time.
    private static let reportLimit = 400

    /// The number of comparisons and of steps along keys that are left. A requirement with loops inside each other
    /// would otherwise take time exponential in their number.
    private var remainingSteps: Int

    /// The number of members of a list that count as a step if they are only listed.
    private static let membersPerStep = 16
    /// The number of steps between two progress reports of the regular expression engine.
    private static let stepsPerReport = 10_000

    /// Whether the requirement takes too many steps, so its results have no meaning.
    var isExhausted: Bool { remainingSteps <= 0 }

    private struct Pattern: Hashable {
        var text: String
        var options: ComparisonOptions
    }

    private let model: ModelIndex
    private var patterns: [Pattern: NSRegularExpression] = [:]

    init(_ model: ModelIndex, maximumStepCount: Int = 10_000_000) {
        self.model = model
        remainingSteps = maximumStepCount
    }

    func isMet(_ predicate: ModelPredicate, by element: ModelElement) -> Bool { isTrue(predicate, of: element, [:]) }

    private func isTrue(_ predicate: ModelPredicate, of element: ModelElement, _ scope: Scope) -> Bool {
        guard !isExhausted else { return false }
        remainingSteps -= 1
        switch predicate {
        case .constant(let flag): return flag
        case .not(let operand): return !isTrue(operand, of: element, scope)
        case .and(let members): return members.allSatisfy { isTrue($0, of: element, scope) }
        case .or(let members): return members.contains { isTrue($0, of: element, scope) }
        case .comparison(let comparison):
            let left = value(of: comparison.left, element, scope)
            let right = value(of: comparison.right, element, scope)
            func holds(_ left: RequirementValue) -> Bool { compare(left, right, comparison) }
            switch comparison.modifier {
            case .direct: return holds(left)
            case .any: return left.members.contains(where: holds)
            case .all: return left.members.allSatisfy(holds)
            case .none: return !left.members.contains(where: holds)
            }
        }
    }

    // MARK: Values

    private func value(
        of expression: ModelExpression, _ element: ModelElement, _ scope: Scope
    ) -> RequirementValue {
        switch expression {
        case .constant(.collection(let members)): return listing(members.map(Self.value))
        case .constant(let value): return Self.value(of: value)
        case .evaluatedObject: return .element(element)
        case .variable(let name): return scope[name] ?? .null
        case .keyPath(let path, let base): return follow(path.components[...], from: value(of: base, element, scope))
        case .aggregate(let members): return listing(members.map { value(of: $0, element, scope) })
        case .function(let function, let arguments):
            guard let argument = arguments.first else { return .null }
            return apply(function, to: value(of: argument, element, scope))
        case .subquery(let collection, let variable, let predicate):
            let members = value(of: collection, element, scope).members
            return .many(members.filter { isTrue(predicate, of: element, scope.merging([variable: $0]) { $1 }) })
        case .element, .unary, .binary, .methodCall, .cast, .ternary: return .null
        }
    }

    /// Creates a list, and counts its members.
    private func listing(_ members: [RequirementValue]) -> RequirementValue {
        remainingSteps -= members.count / Self.membersPerStep
        return .many(members)
    }

    private static func value(of constant: ConstantValue) -> RequirementValue {
        switch constant {
        case .boolean(let flag): .init(flag)
        case .integer(let number): .number(Double(number))
        case .real(let number): .number(number)
        case .string(let text): .text(text)
        case .collection(let members): .many(members.map(value))
        case .null, .decimal, .date, .data, .uuid, .url, .opaque: .null
        }
    }

    private func follow(
        _ components: ArraySlice<ModelKeyPath.Component>, from base: RequirementValue
    ) -> RequirementValue {
        guard let first = components.first else { return base }
        guard !isExhausted else { return .null }
        remainingSteps -= 1
        switch (base, first) {
        case (.many(let members), .collectionOperator): return .number(Double(members.count))
        case (.many(let members), .key):
            // After other keys, `attributes.@count` counts all objects that the keys lead to.
            guard let end = components.firstIndex(where: { if case .key = $0 { false } else { true } }) else {
                return listing(members.flatMap { follow(components, from: $0).members })
            }
            let ends = members.flatMap { follow(components[..<end], from: $0).members }
            return follow(components[end...], from: listing(ends))
        case (.userInfo(let userInfo), .key):
            // Keys of user info can contain dots.
            return .init(userInfo[components.map(\.description).joined(separator: ".")])
        case (.element(let element), .key(let name)):
            let value = element.value(of: name, in: model)
            remainingSteps -= value.visitCount / Self.membersPerStep
            return follow(components.dropFirst(), from: value)
        case (.text(let text), .key("length")): return .number(Double(text.count))
        default: return .null
        }
    }

    private func apply(_ function: ExpressionFunction, to value: RequirementValue) -> RequirementValue {
        switch (function, value) {
        case (.count, .many(let members)): .number(Double(members.count))
        case (.length, .text(let text)): .number(Double(text.count))
        case (.uppercase, .text(let text)): .text(text.uppercased())
        case (.lowercase, .text(let text)): .text(text.lowercased())
        default: .null
        }
    }

    // MARK: Comparisons

    private func compare(
        _ left: RequirementValue, _ right: RequirementValue, _ comparison: ModelComparison
    ) -> Bool {
        remainingSteps -= max(left.visitCount, right.visitCount)
        let options = comparison.options
        func texts(_ holds: (String, String) -> Bool) -> Bool {
            guard case .text(let left) = left, case .text(let right) = right else { return false }
            return holds(options.folded(left), options.folded(right))
        }
        switch comparison.operator {
        case .equalTo: return areSame(left, right, options)
        case .notEqualTo: return !areSame(left, right, options)
        case .lessThan: return isOrdered(left, right, options) { $0 < 0 }
        case .lessThanOrEqualTo: return isOrdered(left, right, options) { $0 <= 0 }
        case .greaterThan: return isOrdered(left, right, options) { $0 > 0 }
        case .greaterThanOrEqualTo: return isOrdered(left, right, options) { $0 >= 0 }
        case .between:
            guard case .many(let bounds) = right, bounds.count == 2 else { return false }
            return isOrdered(left, bounds[0], options) { $0 >= 0 } && isOrdered(left, bounds[1], options) { $0 <= 0 }
        case .in:
            if case .many(let members) = right {
                return members.contains { !isExhausted && areSame(left, $0, options) }
            }
            return texts { $1.contains($0) }
        case .contains:
            if case .many(let members) = left {
                return members.contains { !isExhausted && areSame($0, right, options) }
            }
            return texts { $0.contains($1) }
        case .beginsWith: return texts { $0.hasPrefix($1) }
        case .endsWith: return texts { $0.hasSuffix($1) }
        case .matches:
            guard case .text(let text) = left, case .text(let pattern) = right else { return false }
            return matches(text, pattern, options)
        case .like: return false
        }
    }

    private func areSame(_ left: RequirementValue, _ right: RequirementValue, _ options: ComparisonOptions) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): areSame(left, right, options)
        case (.element(let left), .element(let right)): left.path == right.path
        case (.many(let left), .many(let right)):
            left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1, options) }
        default: false
        }
    }

    private func areSame(_ left: String, _ right: String, _ options: ComparisonOptions) -> Bool {
        // A list can contain many long texts.
        remainingSteps -= (left.utf8.count + right.utf8.count) / 64
        return options.folded(left) == options.folded(right)
    }

    /// Whether the order of two values (negative, 0, or positive) meets a condition; false if they have no order.
    private func isOrdered(
        _ left: RequirementValue, _ right: RequirementValue, _ options: ComparisonOptions, _ holds: (Int) -> Bool
    ) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): return holds(left < right ? -1 : left == right ? 0 : 1)
        case (.text(let left), .text(let right)):
            let (left, right) = (options.folded(left), options.folded(right))
            return holds(left < right ? -1 : left == right ? 0 : 1)
        default: return false
        }
    }

    /// Whether a pattern matches a whole string. A match that takes too many steps fails.
    private func matches(_ text: String, _ pattern: String, _ options: ComparisonOptions) -> Bool {
        guard let expression = expression(pattern, options) else { return false }
        // Folding case would change classes in the pattern, such as `\S` to `\s`.
        let text = options.intersection(.diacriticInsensitive).folded(text)
        let whole = NSRange(location: 0, length: text.utf16.count)
        var reportCount = 0
        var isMatch = false
        expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: whole) { match, _, stop in
            isMatch = match != nil
            reportCount += 1
            if isMatch || reportCount >= Self.reportLimit { stop.pointee = true }
        }
        remainingSteps -= max(0, reportCount - 1) * Self.stepsPerReport
        return isMatch
    }

    private func expression(_ pattern: String, _ options: ComparisonOptions) -> NSRegularExpression? {
        let key = Pattern(text: options.intersection(.diacriticInsensitive).folded(pattern), options: options)
        if let known = patterns[key] { return known }
        let foundation: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
        // The line feed ends a comment at the end of the pattern.
        let expression =
            (try? NSRegularExpression(pattern: "(?:\(key.text))\\z", options: foundation))
            ?? (try? NSRegularExpression(pattern: "(?:\(key.text)\n)\\z", options: foundation))
        patterns[key] = expression
        return expression
    }
}

extension ComparisonOptions {
    /// The text without differences that the options ignore.
    fileprivate func folded(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        return options.isEmpty ? text : text.folding(options: options, locale: nil)
    }
}
