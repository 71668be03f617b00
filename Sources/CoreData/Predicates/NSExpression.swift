public import Foundation
import ModelExpressions
import ObjectGraph

/// Gives Foundation's objects initializers whose result is of a subclass.
public protocol ExpressionCreating {}

extension NSObject: ExpressionCreating {}

extension ExpressionCreating where Self: NSExpression {
    /// Creates an expression from a format, such as `price * %@`.
    ///
    /// - Precondition: The format parses.
    public init(format expressionFormat: String, _ args: Any?...) {
        self.init(format: expressionFormat, argumentArray: args.map { $0 as Any })
    }

    /// Creates an expression from a format, with the values of its placeholders in an array.
    ///
    /// - Precondition: The format parses.
    public init(format expressionFormat: String, argumentArray arguments: [Any]) {
        do {
            let format = FetchFormat.request(in: expressionFormat) ?? expressionFormat
            self.init(tree: try ModelExpression(programFormat: format, arguments: arguments))
        } catch {
            endProgram("Unable to parse the format string \"\(expressionFormat)\": \(error)")
        }
    }

    /// Creates an expression from a format, with the values of its placeholders in a list of C,
    /// such as that of `withVaList`.
    ///
    /// - Precondition: The format parses, and the list has an argument of the type of each placeholder.
    public init(format expressionFormat: String, arguments argList: CVaListPointer) {
        self.init(
            format: expressionFormat,
            argumentArray: VariadicArguments(format: expressionFormat).values(in: argList).map { $0 as Any })
    }

    /// Creates an expression for a constant value.
    public init(forConstantValue obj: Any?) { self.init(.constant(obj)) }

    /// Creates an expression for the value at a key path.
    ///
    /// - Precondition: The path has no empty step.
    public init(forKeyPath keyPath: String) {
        guard let path = ModelKeyPath(text: keyPath) else {
            endProgram("'\(keyPath)' is not a valid key path")
        }
        self.init(tree: .keyPath(path))
    }

    /// Creates an expression for the value at one of Swift's key paths.
    ///
    /// - Precondition: The path is of a generated class, because no other class has names for its key paths.
    public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        let managedObjectClass = Root.self as? NSManagedObject.Type
        guard let name = managedObjectClass.flatMap({ GeneratedModels.propertyName(for: keyPath, of: $0) }) else {
            endProgram("'\(keyPath)' has no name, because it is not of a generated class; pass the name as a string")
        }
        self.init(forKeyPath: name)
    }

    /// Creates an expression for the value of a variable.
    public init(forVariable string: String) { self.init(tree: .variable(string)) }

    /// Creates an expression for several values.
    public init(forAggregate subexpressions: [NSExpression]) { self.init(.aggregate(subexpressions)) }

    /// Creates a call of one of the language's functions by its selector, such as `sum:`.
    ///
    /// - Precondition: The language has the function.
    public init(forFunction name: String, arguments parameters: [Any]) {
        let arguments = parameters.map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
        guard ExpressionParts.isFunction(name) else { endProgram("unknown expression function '\(name)'") }
        self.init(.function(name, operand: nil, arguments))
    }

    /// Creates a call of a method of an expression's value.
    ///
    /// - Precondition: When it is evaluated, the value has the method.
    public init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        let arguments = (parameters ?? []).map { $0 as? NSExpression ?? NSExpression(forConstantValue: $0) }
        self.init(.function(name, operand: target, arguments))
    }

    /// Creates an expression for the members of both of two collections.
    public init(forUnionSet left: NSExpression, with right: NSExpression) { self.init(.sets(.union, left, right)) }

    /// Creates an expression for the members that two collections have in common.
    public init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(.sets(.intersection, left, right))
    }

    /// Creates an expression for the members of a collection that another one doesn't have.
    public init(forMinusSet left: NSExpression, with right: NSExpression) { self.init(.sets(.difference, left, right)) }

    /// Creates an expression for the members of a collection for which a predicate is true.
    public init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(.subquery(expression, variable, predicate))
    }

    /// Creates an expression for one of two values, depending on a predicate.
    public init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(.conditional(predicate, trueExpression, falseExpression))
    }

    /// Creates an expression for the result of a block, which stores can't evaluate.
    public init(block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?) {
        self.init(.block(block, arguments ?? []))
    }

    /// Creates an expression for the evaluated object, or for any key.
    ///
    /// - Precondition: The kind needs no value.
    public init(expressionType type: ExpressionKinds<FoundationNames>) {
        switch type {
        case .evaluatedObject: self.init(.evaluatedObject)
        case .anyKey: self.init(.anyKey)
        default: endProgram("an expression of the type '\(type)' needs a value; use the initializer for the type")
        }
    }

    /// Returns an expression for the evaluated object.
    public static func expressionForEvaluatedObject() -> NSExpression { NSExpression(tree: .evaluatedObject) }

    /// Returns an expression for any key, which only attributes in Spotlight have. It can't be evaluated here.
    public static func expressionForAnyKey() -> NSExpression { NSExpression(.anyKey) }

    /// Creates an expression from a tree.
    init(tree: ModelExpression) { self.init(content: .init(tree: tree)) }

    /// Creates an expression from its parts.
    init(_ parts: ExpressionParts) { self.init(content: .init(parts)) }

    private init(content: ExpressionContent) {
        let type: AnyClass = ExpressionClasses.expression(of: PredicateClasses.self)
        guard let typed = ObjectClass.changed(PlainExpression(content), to: type, as: Self.self) else {
            endProgram("an expression is an NSExpression, not a \(Self.self)")
        }
        self = typed
    }
}

// MARK: - The parts

extension ExpressionCreating where Self: NSExpression {
    /// The kind of the expression.
    public var expressionType: ExpressionKinds<FoundationNames> {
        switch parts {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .keyPath: .keyPath
        case .function: .function
        case .aggregate: .aggregate
        case .subquery: .subquery
        case .conditional: .conditional
        case .sets(.union, _, _): .unionSet
        case .sets(.intersection, _, _): .intersectSet
        case .sets(.difference, _, _): .minusSet
        case .anyKey: .anyKey
        case .block: .block
        }
    }

    /// The value of a constant.
    ///
    /// - Precondition: The expression is a constant.
    public var constantValue: Any? {
        if case .constant(let value) = parts { value } else { absent("constant value") }
    }

    /// The key path.
    ///
    /// - Precondition: The expression is a key path.
    public var keyPath: String { if case .keyPath(let path, _) = parts { path } else { absent("key path") } }

    /// The selector of a function, such as `sum:`. That of a key path is `valueForKeyPath:`.
    ///
    /// - Precondition: The expression is a function or a key path.
    public var function: String {
        switch parts {
        case .function(let name, _, _): name
        case .keyPath: "valueForKeyPath:"
        default: absent("function")
        }
    }

    /// The name of a variable, also of that of a subquery.
    ///
    /// - Precondition: The expression is a variable or a subquery.
    public var variable: String {
        switch parts {
        case .variable(let name), .subquery(_, let name, _): name
        default: absent("variable")
        }
    }

    /// The expression whose value a method is called on, or a key path starts at.
    /// Usually, this is the evaluated object.
    ///
    /// - Precondition: The expression is a function or a key path.
    public var operand: NSExpression {
        switch parts {
        case .function(_, let operand, _): operand ?? .expressionForEvaluatedObject()
        case .keyPath(_, let operand): operand
        default: absent("operand")
        }
    }

    /// The arguments of a function or a block. Nil for other expressions.
    public var arguments: [NSExpression]? {
        switch parts {
        case .function(_, _, let arguments), .block(_, let arguments): arguments
        case .keyPath(let path, _): [NSExpression(forConstantValue: path)]
        default: nil
        }
    }

    /// The members of an aggregate, or the collection that a subquery searches.
    ///
    /// A list of constants in a format is a constant, whose members this property has as well.
    ///
    /// - Precondition: The expression is an aggregate, a subquery, or a constant collection.
    public var collection: Any {
        switch parts {
        case .aggregate(let members): members
        case .subquery(let collection, _, _): collection
        case .constant(let values as [Any]): values.map { NSExpression(forConstantValue: $0) }
        default: absent("collection")
        }
    }

    /// The predicate of a subquery or a conditional expression.
    ///
    /// - Precondition: The expression is one of these.
    public var predicate: NSPredicate {
        switch parts {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): predicate
        default: absent("predicate")
        }
    }

    /// The first of the two collections that an expression combines.
    ///
    /// - Precondition: The expression combines two collections.
    public var left: NSExpression { if case .sets(_, let left, _) = parts { left } else { absent("left side") } }

    /// The second of the two collections that an expression combines.
    ///
    /// - Precondition: The expression combines two collections.
    public var right: NSExpression { if case .sets(_, _, let right) = parts { right } else { absent("right side") } }

    /// The expression for objects that match the predicate.
    ///
    /// - Precondition: The expression is conditional.
    public var `true`: NSExpression {
        if case .conditional(_, let expression, _) = parts { expression } else { absent("conditional value") }
    }

    /// The expression for objects that don't match the predicate.
    ///
    /// - Precondition: The expression is conditional.
    public var `false`: NSExpression {
        if case .conditional(_, _, let expression) = parts { expression } else { absent("conditional value") }
    }

    /// The block.
    ///
    /// - Precondition: The expression is a block.
    public var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
        if case .block(let block, _) = parts { block } else { absent("block") }
    }

    /// Allows the evaluation of an archived expression. It has no effect, because expressions aren't archived.
    public func allowEvaluation() {}

    private func absent(_ part: String) -> Never { endProgram("the expression '\(self)' has no \(part)") }
}

// MARK: - Values

extension ExpressionCreating where Self: NSExpression {
    /// Returns the value of the expression for an object: a managed object, a dictionary, a string, a number, …
    ///
    /// - Parameters:
    ///   - object: The object that `SELF` stands for.
    ///   - context: The values of variables by name, which blocks can change.
    /// - Precondition: The object has the keys of the expression, and functions fit their values.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        do {
            return try content.value(of: object, context)
        } catch {
            endProgram("'\(self)' cannot be evaluated: \(error)")
        }
    }

    /// What the expression consists of.
    var content: ExpressionContent {
        guard let content = (self as? any ExpressionHolding)?.content else {
            endProgram("the expression is of an unknown class \(type(of: self))")
        }
        return content
    }

    /// The expressions, predicates, and values that the expression consists of.
    var parts: ExpressionParts { content.parts }

    /// The tree of the expression. Nil if a block, a combination of sets,
    /// or a constant of an unknown type is part of it.
    var tree: ModelExpression? { content.tree }

    /// The tree, for uses without objects to evaluate.
    ///
    /// - Throws: An error for an expression that a store can't evaluate.
    var treeOfStore: ModelExpression {
        get throws {
            guard let tree else {
                throw NSError(
                    code: NSCoreDataError,
                    "a store cannot evaluate '\(self)'; use a format, or compute the value of fetched objects")
            }
            return tree
        }
    }
}

// MARK: - The classes

/// What has an expression's content.
protocol ExpressionHolding: AnyObject {
    var content: ExpressionContent { get }
}

/// An object that becomes an expression.
private final class PlainExpression: NSObject {
    private let content: ExpressionContent

    init(_ content: ExpressionContent) { self.content = content }
}

@available(*, deprecated)
final class HeldExpression: Foundation.NSExpression, ExpressionHolding {
    // The same stored property as that of the object that becomes an expression; it always comes from there.
    private(set) var content = ExpressionContent(.anyKey)

    /// Returns the expression itself, which never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// The expression in the format language.
    override var description: String { content.description }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HeldExpression else { return false }
        if other === self || other.content === content { return true }
        guard let tree = content.tree, let otherTree = other.content.tree else { return false }
        return tree.isSame(as: otherTree)
    }

    override var hash: Int { content.tree?.hashWithoutObjects ?? ObjectIdentifier(content).hashValue }
}

/// Names the subclasses of Foundation's deprecated classes.
protocol PredicateClassNaming {
    static var expression: AnyClass { get }
    static var comparison: AnyClass { get }
}

enum PredicateClasses: PredicateClassNaming {}

@available(*, deprecated)
extension PredicateClasses {
    static var expression: AnyClass { HeldExpression.self }
    static var comparison: AnyClass { HeldComparison.self }
}

/// Calls of deprecated members by a way that names nothing deprecated.
enum ExpressionClasses {
    static func expression<Names: PredicateClassNaming>(of names: Names.Type) -> AnyClass { names.expression }
    static func comparison<Names: PredicateClassNaming>(of names: Names.Type) -> AnyClass { names.comparison }
}

// What formats take as an argument.
@available(*, deprecated)
extension Foundation.NSExpression: @retroactive CVarArg {
    /// The address of the expression.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}
