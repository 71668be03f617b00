// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

// What Foundation has on Apple's platforms. Elsewhere, it has classes of these names without initializers, so a source
// that imports Foundation too has to name this module.
open class NSExpression: NSObject, NSCopying {
    public enum ExpressionType: UInt, Sendable {
        case constantValue = 0
        case evaluatedObject = 1
        case variable = 2
        case keyPath = 3
        case function = 4
        case unionSet = 5
        case intersectSet = 6
        case minusSet = 7
        case subquery = 13
        case aggregate = 14
        case anyKey = 15
        case block = 19
        case conditional = 20
    }

    public convenience init(format expressionFormat: String, _ args: any CVarArg...) { self.init(forKeyPath: "") }
    public convenience init(format expressionFormat: String, arguments argList: CVaListPointer) {
        self.init(forKeyPath: "")
    }
    public convenience init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self.init(forKeyPath: "")
    }
    public convenience init(forConstantValue obj: Any?) { self.init(forKeyPath: "") }
    public init(forKeyPath keyPath: String) {}
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) { self.init(forKeyPath: "") }
    public convenience init(forVariable string: String) { self.init(forKeyPath: "") }
    public convenience init(forAggregate subexpressions: [NSExpression]) { self.init(forKeyPath: "") }
    public convenience init(forFunction name: String, arguments parameters: [Any]) { self.init(forKeyPath: "") }
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        self.init(forKeyPath: "")
    }
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) { self.init(forKeyPath: "") }
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) { self.init(forKeyPath: "") }
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) { self.init(forKeyPath: "") }
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any
    ) { self.init(forKeyPath: "") }
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) { self.init(forKeyPath: "") }
    public init(expressionType type: ExpressionType) {}
    open class func expressionForEvaluatedObject() -> NSExpression { standIn() }
    open class func expressionForAnyKey() -> NSExpression { standIn() }
    open var expressionType: ExpressionType { standIn() }
    open var constantValue: Any? { standIn() }
    open var keyPath: String { standIn() }
    open var function: String { standIn() }
    open var variable: String { standIn() }
    open var operand: NSExpression { standIn() }
    open var arguments: [NSExpression]? { standIn() }
    open var collection: Any { standIn() }
    open var predicate: NSPredicate { standIn() }
    open var left: NSExpression { standIn() }
    open var right: NSExpression { standIn() }
    open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? { standIn() }
    open func allowEvaluation() {}
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

open class NSComparisonPredicate: NSPredicate {
    public enum Modifier: UInt, Sendable {
        case direct = 0
        case all = 1
        case any = 2
    }

    public enum Operator: UInt, Sendable {
        case lessThan = 0
        case lessThanOrEqualTo = 1
        case greaterThan = 2
        case greaterThanOrEqualTo = 3
        case equalTo = 4
        case notEqualTo = 5
        case matches = 6
        case like = 7
        case beginsWith = 8
        case endsWith = 9
        case `in` = 10
        case customSelector = 11
        case contains = 99
        case between = 100
    }

    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var caseInsensitive: Options { standIn() }
        public static var diacriticInsensitive: Options { standIn() }
        public static var normalized: Options { standIn() }
    }

    public convenience init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression, modifier: Modifier, type: Operator,
        options: Options = []
    ) { self.init(value: true) }
    open var predicateOperatorType: Operator { standIn() }
    open var comparisonPredicateModifier: Modifier { standIn() }
    open var leftExpression: NSExpression { standIn() }
    open var rightExpression: NSExpression { standIn() }
    open var options: Options { standIn() }
}
