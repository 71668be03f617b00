public import Foundation
import ModelExpressions

/// A key of an order: the path to a value, and how values compare, like Core Data's `NSSortDescriptor(key:ascending:)`.
///
/// Nil comes before every value in ascending order, and after every value in descending order (rule SRT-4).
public struct ModelSortDescriptor<Compared>: SortComparator, Sendable {
    /// The path to an attribute of the object, or of an object that to-one relationships point to, such as `notebook.title`.
    public var key: String
    /// Whether the least value comes first.
    public var ascending: Bool
    /// How strings compare. This has no effect on other values.
    public var comparison: SortComparison

    /// Creates an order by the values of a property or a path, ascending by default. The context checks the key when
    /// you use it.
    public init(key: String, ascending: Bool = true, comparison: SortComparison = .plain) {
        self.key = key
        self.ascending = ascending
        self.comparison = comparison
    }

    /// The same key in the opposite order (rule SRT-9).
    public var reversed: ModelSortDescriptor {
        ModelSortDescriptor(key: key, ascending: !ascending, comparison: comparison)
    }

    /// The direction, as in Foundation's comparators.
    public var order: SortOrder {
        get { ascending ? .forward : .reverse }
        set { ascending = newValue == .forward }
    }

    /// Compares two objects, including unsaved changes. A key that they do not have counts as nil; a fetch and
    /// `sorted(using:in:)` throw an error for it.
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
