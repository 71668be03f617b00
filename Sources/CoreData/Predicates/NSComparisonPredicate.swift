public import Foundation
import ModelExpressions
import ObjectGraph

extension FormatPredicateCreating where Self: NSComparisonPredicate {
    /// Creates a predicate that compares the values of two expressions.
    ///
    /// - Parameters:
    ///   - lhs: The expression before the operator, which the modifier applies to.
    ///   - rhs: The expression after the operator.
    ///   - modifier: The number of values on the left that must match.
    ///   - type: The operator.
    ///   - options: The options for comparing strings.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: NSComparisonPredicate.Modifier,
        type: NSComparisonPredicate.Operator, options: NSComparisonPredicate.Options = []
    ) {
        let content = ComparisonContent(
            left: lhs, right: rhs, modifier: modifier, operator: type, options: options)
        let predicate = NSPredicate.comparison(content)
        guard let typed = predicate as? Self else {
            endProgram("a comparison is an NSComparisonPredicate, not a \(Self.self)")
        }
        self = typed
    }

    /// The expression before the operator.
    public var leftExpression: NSExpression { content.left }

    /// The expression after the operator.
    public var rightExpression: NSExpression { content.right }

    /// The number of values on the left that must match. A comparison with NONE is a compound predicate.
    public var comparisonPredicateModifier: NSComparisonPredicate.Modifier { content.modifier }

    /// The operator.
    public var predicateOperatorType: NSComparisonPredicate.Operator { content.operator }

    /// The options for comparing strings.
    public var options: NSComparisonPredicate.Options { content.options }

    /// Creates a comparison by a method.
    @available(*, unavailable, message: "There are no methods to call by a selector; use NSPredicate(block:).")
    public init(leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, customSelector selector: Selector)
    {
        endProgram("there are no methods to call by a selector")
    }

    /// The selector of the method that compares.
    @available(*, unavailable, message: "There are no methods to call by a selector; use NSPredicate(block:).")
    public var customSelector: Selector? { nil }

    private var content: ComparisonContent {
        guard let content = (self as? any ComparisonHolding)?.content else {
            endProgram("the comparison is of an unknown class \(Swift.type(of: self))")
        }
        return content
    }
}

extension NSPredicate {
    /// Creates a comparison.
    static func comparison(_ content: ComparisonContent) -> NSPredicate {
        FoundationMethods.replace()
        let type: AnyClass = ExpressionClasses.comparison(of: PredicateClasses.self)
        guard let predicate = ObjectClass.changed(PlainComparison(content), to: type, as: NSPredicate.self) else {
            endProgram("a comparison was not created as a predicate")
        }
        return predicate
    }
}

/// What a comparison consists of.
final class ComparisonContent {
    /// The tree for stores. Nil if a block, a combination of sets, or a constant of an unknown type is part of it.
    let tree: ModelComparison?
    private let givenSides: (left: NSExpression, right: NSExpression)?
    let modifier: NSComparisonPredicate.Modifier
    let `operator`: NSComparisonPredicate.Operator
    let options: NSComparisonPredicate.Options

    /// Creates the content of a comparison in a format, whose modifier isn't `none`.
    init(tree: ModelComparison) {
        self.tree = tree
        givenSides = nil
        modifier = tree.modifier.ofFoundation
        self.operator = tree.operator.ofFoundation
        options = NSComparisonPredicate.Options(rawValue: UInt(tree.options.rawValue))
    }

    /// Creates the content of a comparison that a program puts together.
    init(
        left: NSExpression, right: NSExpression, modifier: NSComparisonPredicate.Modifier,
        operator: NSComparisonPredicate.Operator, options: NSComparisonPredicate.Options
    ) {
        givenSides = (left, right)
        self.modifier = modifier
        self.operator = `operator`
        self.options = options
        if let left = left.tree, let right = right.tree {
            tree = ModelComparison(
                left, ComparisonOperator(`operator`), right, modifier: ComparisonModifier(modifier),
                options: ComparisonOptions(rawValue: UInt8(truncatingIfNeeded: options.rawValue)))
        } else {
            tree = nil
        }
    }

    /// The expression before the operator. One of a format is created at each use.
    var left: NSExpression { givenSides?.left ?? NSExpression(tree: tree?.left ?? .constant(.null)) }
    /// The expression after the operator. One of a format is created at each use.
    var right: NSExpression { givenSides?.right ?? NSExpression(tree: tree?.right ?? .constant(.null)) }

    /// Returns whether the comparison is true for an object.
    ///
    /// - Precondition: It can be evaluated.
    func evaluate(with subject: Any?, _ variables: [String: Any]?) -> Bool {
        do {
            let context = variables.map { NSMutableDictionary(dictionary: $0) }
            let comparison = try tree ?? comparison(of: subject, context)
            return try ModelPredicate.comparison(comparison).evaluate(
                on: QueryValue(evaluated: tree == nil ? nil : subject),
                in: (subject as? ManagedObject)?.managedObjectContext,
                variables: tree == nil ? [:] : (variables ?? [:]).mapValues { try ConstantValue(argument: $0) })
        } catch {
            endProgram("'\(self)' cannot be evaluated: \(error)")
        }
    }

    /// The comparison with the values of both sides, for sides that only a program can evaluate.
    private func comparison(of subject: Any?, _ context: NSMutableDictionary?) throws -> ModelComparison {
        func constant(_ side: NSExpression) throws -> ModelExpression {
            .constant(try ConstantValue(argument: side.content.value(of: subject, context)))
        }
        return ModelComparison(
            try constant(left), ComparisonOperator(self.operator), try constant(right),
            modifier: ComparisonModifier(modifier),
            options: ComparisonOptions(rawValue: UInt8(truncatingIfNeeded: options.rawValue)))
    }
}

extension ComparisonContent: CustomStringConvertible {
    var description: String {
        if let tree { return ModelPredicate.comparison(tree).description }
        let word = ComparisonModifier(modifier).rawValue
        return "\(word)\(word.isEmpty ? "" : " ")\(left) \(ComparisonOperator(self.operator).rawValue) \(right)"
    }
}

// MARK: - The classes

/// What has a comparison's content.
protocol ComparisonHolding: AnyObject {
    var content: ComparisonContent { get }
}

/// A predicate that becomes a comparison.
private final class PlainComparison: NSPredicate {
    private let content: ComparisonContent

    init(_ content: ComparisonContent) {
        self.content = content
        super.init { subject, variables in content.evaluate(with: subject, variables) }
    }
}

@available(*, deprecated)
final class HeldComparison: Foundation.NSComparisonPredicate, ComparisonHolding {
    // The same stored property as that of the object that becomes a comparison; it always comes from there.
    private(set) var content = ComparisonContent(
        tree: ModelComparison(.constant(.null), .equalTo, .constant(.null)))

    /// Returns the predicate itself, which never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { content.description }

    override var description: String { content.description }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPredicate else { return false }
        if other === self { return true }
        guard let modelPredicate, let otherPredicate = other.modelPredicate else { return false }
        return modelPredicate.isSame(as: otherPredicate)
    }

    override var hash: Int { modelPredicate?.hashWithoutObjects ?? ObjectIdentifier(self).hashValue }
}

// MARK: - Operators and modifiers

extension ComparisonModifier {
    fileprivate init(_ modifier: NSComparisonPredicate.Modifier) {
        self =
            switch modifier {
            case .direct: .direct
            case .any: .any
            case .all: .all
            }
    }

    /// The modifier as Foundation names it, which has none for `none`.
    fileprivate var ofFoundation: NSComparisonPredicate.Modifier {
        switch self {
        case .direct, .none: .direct
        case .any: .any
        case .all: .all
        }
    }
}

extension ComparisonOperator {
    fileprivate init(_ comparisonOperator: NSComparisonPredicate.Operator) {
        self = Self.allCases.first { $0.ofFoundation == comparisonOperator } ?? .equalTo
    }

    /// The operator as Foundation names it.
    fileprivate var ofFoundation: NSComparisonPredicate.Operator {
        switch self {
        case .equalTo: .equalTo
        case .notEqualTo: .notEqualTo
        case .lessThan: .lessThan
        case .lessThanOrEqualTo: .lessThanOrEqualTo
        case .greaterThan: .greaterThan
        case .greaterThanOrEqualTo: .greaterThanOrEqualTo
        case .between: .between
        case .in: .in
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .contains: .contains
        case .like: .like
        case .matches: .matches
        }
    }
}
