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
    /// ```swift
    /// request.predicate = NSPredicate(format: "name IN %@ OR %K > %ld", ["Batgirl", "Robin"], "universe", 0)
    /// ```
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
            let tree = try ModelPredicate(programFormat: predicateFormat, arguments: arguments ?? [])
            // Elsewhere, `entity` can be the key of a text, such as in a dictionary.
            let namesEntities = arguments?.contains(where: ConstantValue.isEntity) == true
            self.init(tree: namesEntities ? tree.comparingEntitiesByName : tree)
        } catch {
            endProgram("Unable to parse the format string \"\(predicateFormat)\": \(error)")
        }
    }

    /// Creates a predicate from a format, with the values of its placeholders in a list of C,
    /// such as that of `withVaList`.
    ///
    /// - Precondition: The format parses (rule PRED-15), and the list has an argument of the type of each placeholder.
    public init(format predicateFormat: String, arguments argList: CVaListPointer) {
        self.init(
            format: predicateFormat,
            argumentArray: VariadicArguments(format: predicateFormat).values(in: argList).map { $0 as Any })
    }

    /// Creates a predicate from a tree.
    init(tree: ModelPredicate) {
        let predicate = NSPredicate.parsed(tree)
        guard let typed = predicate as? Self else {
            endProgram("the format '\(tree)' makes an \(predicate.kindOfPredicate), not an \(Self.self)")
        }
        self = typed
    }
}

extension NSPredicate {
    /// Creates the predicate of a tree: a comparison, a compound predicate, or one that is always true or false.
    fileprivate static func parsed(_ tree: ModelPredicate) -> NSPredicate {
        FoundationMethods.replace()
        switch tree {
        case .constant: return FormatPredicate(tree)
        case .comparison(let comparison):
            // Foundation has no such modifier: NONE is the opposite of ANY.
            return comparison.modifier == .none
                ? FormatCompound(tree, .not) : .comparison(ComparisonContent(tree: comparison))
        case .not: return FormatCompound(tree, .not)
        case .and: return FormatCompound(tree, .and)
        case .or: return FormatCompound(tree, .or)
        }
    }

    fileprivate var kindOfPredicate: String {
        self is NSCompoundPredicate
            ? "NSCompoundPredicate" : self is any ComparisonHolding ? "NSComparisonPredicate" : "NSPredicate"
    }
}

extension ModelPredicate {
    /// Returns whether the predicate is true for an object of a program.
    ///
    /// - Precondition: It can be evaluated.
    fileprivate func holds(for subject: Any?, _ variables: [String: Any]?) -> Bool {
        do {
            return try evaluate(
                on: QueryValue(evaluated: subject), in: (subject as? ManagedObject)?.managedObjectContext,
                variables: (variables ?? [:]).mapValues { try ConstantValue(argument: $0) })
        } catch {
            endProgram("'\(self)' cannot be evaluated: \(error)")
        }
    }

    /// The predicates that the tree combines.
    fileprivate var combined: [ModelPredicate] {
        switch self {
        case .constant: return []
        case .comparison(var comparison):
            guard comparison.modifier == .none else { return [] }
            comparison.modifier = .any
            return [.comparison(comparison)]
        case .not(let operand): return [operand]
        case .and(let members), .or(let members): return members
        }
    }
}

/// A predicate from a format, which is always true or false.
final class FormatPredicate: NSPredicate {
    /// The predicate for stores, and for evaluating it.
    let tree: ModelPredicate

    init(_ tree: ModelPredicate) {
        self.tree = tree
        super.init { subject, variables in tree.holds(for: subject, variables) }
    }

    /// Returns the predicate itself, which never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { tree.description }

    override var description: String { tree.description }

    override func isEqual(_ object: Any?) -> Bool { (object as? NSPredicate)?.modelPredicate == tree }

    override var hash: Int { tree.hashValue }
}

/// A compound predicate from a format.
final class FormatCompound: NSCompoundPredicate {
    /// The predicate for stores, and for evaluating it.
    let tree: ModelPredicate

    init(_ tree: ModelPredicate, _ type: LogicalType) {
        self.tree = tree
        // The parts are only created when a program asks for them. Foundation requires one of a negation.
        super.init(type: type, subpredicates: type == .not ? [NSPredicate(value: true)] : [])
    }

    /// The predicates that it combines, created at each use.
    override var subpredicates: [NSPredicate] {
        get { tree.combined.map { NSPredicate(tree: $0) } }
        // Foundation's property can be set off Apple's platforms only; a format's can't.
        set {}
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        tree.holds(for: object, bindings)
    }

    /// Returns the predicate itself, which never changes.
    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { tree.description }

    override var description: String { tree.description }

    override func isEqual(_ object: Any?) -> Bool { isEqualCompound(to: object) }

    override var hash: Int { hashOfParts }
}

extension ModelPredicate {
    /// The predicate with `entity.name` for each `entity` that is compared with an entity,
    /// which a predicate has as its name.
    fileprivate var comparingEntitiesByName: ModelPredicate {
        mappingComparisons { comparison in
            if comparison.right.isTexts, let name = comparison.left.nameOfEntity { comparison.left = name }
            if comparison.left.isTexts, let name = comparison.right.nameOfEntity { comparison.right = name }
        }
    }
}

extension ModelExpression {
    /// Whether the expression is a text, or several.
    fileprivate var isTexts: Bool {
        guard case .constant(let constant) = self else { return false }
        return switch constant {
        case .string: true
        case .collection(let members): members.allSatisfy { if case .string = $0 { true } else { false } }
        default: false
        }
    }

    /// The path to the name of an entity; nil for an expression that is none.
    fileprivate var nameOfEntity: ModelExpression? {
        guard case .keyPath(let path, let base) = self, path.components.last == .key("entity") else { return nil }
        return .keyPath(ModelKeyPath(path.components + [.key("name")]), of: base)
    }
}
