public import Foundation
import ModelExpressions
import ObjectGraph

/// Gives `NSPredicate` initializers whose result is of a subclass.
public protocol FormatPredicateCreating {}

extension NSPredicate: FormatPredicateCreating {}

extension FormatPredicateCreating where Self: NSPredicate {
    /// Creates a predicate from a format, such as `NSPredicate(format: "name BEGINSWITH[c] %@ AND age > %d", "a", 30)`.
    ///
    /// Arguments are values and are never parsed (rule PRED-1). `%K` takes a key path as a string. Whether the
    /// predicate fits the model is checked when it is used.
    ///
    /// - Precondition: The format parses (rule PRED-15).
    public init(format predicateFormat: String, _ args: Any?...) {
        self.init(format: predicateFormat, argumentArray: args.map { $0 as Any })
    }

    /// Creates a predicate from a format, with the values of its placeholders in an array, from left to right.
    ///
    /// - Precondition: The format parses (rule PRED-15).
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        do {
            self.init(tree: try ModelPredicate(programFormat: predicateFormat, arguments: arguments ?? []))
        } catch {
            endProgram("Unable to parse the format string \"\(predicateFormat)\": \(error)")
        }
    }

    /// Creates a predicate from a tree.
    init(tree: ModelPredicate) {
        FoundationMethods.replace()
        let predicate: NSPredicate = FormatPredicate(tree)
        guard let typed = predicate as? Self else {
            endProgram("a format makes an NSPredicate, not a \(Self.self)")
        }
        self = typed
    }
}

/// A predicate from a format, which prints it.
final class FormatPredicate: NSPredicate {
    /// The predicate for stores, and for evaluating it.
    let tree: ModelPredicate

    init(_ tree: ModelPredicate) {
        self.tree = tree
        super.init { subject, variables in
            do {
                return try tree.evaluate(
                    on: QueryValue(evaluated: subject), in: (subject as? ManagedObject)?.managedObjectContext,
                    variables: (variables ?? [:]).mapValues { try ConstantValue(argument: $0) })
            } catch {
                endProgram("'\(tree)' cannot be evaluated: \(error)")
            }
        }
    }

    /// Returns the predicate itself, which never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { tree.description }

    override var description: String { tree.description }

    override func isEqual(_ object: Any?) -> Bool { (object as? NSPredicate)?.modelPredicate == tree }

    override var hash: Int { tree.hashValue }
}
