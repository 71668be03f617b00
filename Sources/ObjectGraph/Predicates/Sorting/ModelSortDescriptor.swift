public import Foundation
import ModelExpressions

/// One key of an order: the path to a value, and how values compare. Core Data's `NSSortDescriptor(key:ascending:)`.
///
/// Nil comes before every value when ascending, and after all when descending (rule SRT-4).
public struct ModelSortDescriptor<Compared>: SortComparator, Sendable {
    /// The path to the value, such as `notebook.title`: an attribute, of the object or behind to-one relationships.
    public var key: String
    /// Whether the least value comes first.
    public var ascending: Bool
    /// How strings are compared; of no effect on other values.
    public var comparison: SortComparison

    /// An order by the values of a property or a path of names; from the least to the greatest by default. The key is
    /// checked when it is used.
    public init(key: String, ascending: Bool = true, comparison: SortComparison = .plain) {
        self.key = key
        self.ascending = ascending
        self.comparison = comparison
    }

    /// The same key with the order turned round (rule SRT-9).
    public var reversed: ModelSortDescriptor {
        ModelSortDescriptor(key: key, ascending: !ascending, comparison: comparison)
    }

    /// Whether the least value comes first, as Foundation's comparators have it.
    public var order: SortOrder {
        get { ascending ? .forward : .reverse }
        set { ascending = newValue == .forward }
    }

    /// How two objects compare, as they are in memory. A key that they do not have is nil of both; a fetch, and
    /// `sorted(using:in:)`, throw for it.
    public func compare(_ left: Compared, _ right: Compared) -> ComparisonResult {
        let result = SortValue.compare(value(of: left), value(of: right), comparison)
        return ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    private func value(of subject: Compared) -> SortValue {
        guard let object = subject as? ManagedObject, let path = ModelKeyPath(text: key) else { return .nothing }
        if path.isIdentity { return .identity(object.objectID) }
        let source = ManagedObjectSource(context: object.managedObjectContext)
        let value = try? PredicateEvaluator(source: source, now: Date()).value(of: path, from: .object(object))
        return value.map { SortValue($0, comparison) } ?? .nothing
    }
}
