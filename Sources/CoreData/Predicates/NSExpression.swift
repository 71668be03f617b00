public import Foundation
import ModelExpressions
import ObjectGraph

/// An expression that has a value: a constant, a key path, a computation.
///
/// Foundation's class of this name cannot be created off Apple's platforms. If both modules are imported and the type is
/// named, say `CoreData.NSExpression`.
public final class NSExpression: NSObject, NSCopying, Sendable {
    let tree: ModelExpression

    init(tree: ModelExpression) { self.tree = tree }

    /// The evaluated object.
    init(forEvaluatedObject: ()) { tree = .evaluatedObject }

    /// Creates an expression from a format, such as `price * %@`.
    ///
    /// - Precondition: The format parses.
    public convenience init(format expressionFormat: String, _ args: Any?...) {
        self.init(format: expressionFormat, argumentArray: args.map { $0 as Any })
    }

    /// Creates an expression from a format, with the values of its placeholders in an array.
    ///
    /// - Precondition: The format parses.
    public init(format expressionFormat: String, argumentArray arguments: [Any]) {
        do {
            tree = try ModelExpression(programFormat: expressionFormat, arguments: arguments)
        } catch {
            endProgram("Unable to parse the format string \"\(expressionFormat)\": \(error)")
        }
    }

    /// Creates an expression for a constant value.
    public init(forConstantValue value: Any?) { tree = .constant(ConstantValue(required: value)) }

    /// Creates an expression for the value at a key path.
    ///
    /// - Precondition: The path has no empty step.
    public init(forKeyPath keyPath: String) {
        guard let path = ModelKeyPath(text: keyPath) else {
            endProgram("'\(keyPath)' is not a valid key path")
        }
        tree = .keyPath(path)
    }

    /// Creates an expression for the value of a variable.
    public init(forVariable string: String) { tree = .variable(string) }

    /// Creates an expression for several values.
    public init(forAggregate subexpressions: [NSExpression]) { tree = .aggregate(subexpressions.map(\.tree)) }

    /// Creates a call of one of the language's functions by its selector, such as `sum:`.
    ///
    /// - Precondition: The language has the function.
    public init(forFunction name: String, arguments parameters: [Any]) {
        let arguments = parameters.map { ($0 as? NSExpression)?.tree ?? .constant(ConstantValue(required: $0)) }
        guard let function = ExpressionFunction(rawValue: name) else {
            endProgram("unknown expression function '\(name)'")
        }
        tree = .function(function, arguments)
    }

    /// The evaluated object.
    public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(tree: .evaluatedObject) }

    /// The expression itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The expression in the format language.
    public override var description: String { tree.description }

    public override func isEqual(_ object: Any?) -> Bool { (object as? NSExpression)?.tree == tree }

    public override var hash: Int { tree.hashValue }
}
