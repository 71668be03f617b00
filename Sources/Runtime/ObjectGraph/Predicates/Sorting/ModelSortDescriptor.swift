public import Foundation
import ModelExpressions
import ModelSchema

/// A key of an order: the path to a value, and how values compare, like Core Data's `NSSortDescriptor(key:ascending:)`.
///
/// Nil comes before every value in ascending order, and after every value in descending order (rule SRT-4).
///
/// ```swift
/// var request = FetchRequest<Note>()
/// request.sortDescriptors = [
///     ModelSortDescriptor<Note>(key: "notebook.title", comparison: .localizedStandard),
///     ModelSortDescriptor<Note>(key: "createdAt", ascending: false),
/// ]
/// ```
public struct ModelSortDescriptor<Compared>: SortComparator, Sendable {
    /// The path to an attribute of the object, or of an object that to-one relationships point to,
    /// such as `notebook.title`.
    public var key: String
    /// Whether the least value comes first.
    public var ascending: Bool
    /// How strings compare. This has no effect on other values.
    public var comparison: SortComparison

    /// Creates an order by the values of a property or a path, ascending by default. The context checks the key when
    /// you use it.
    ///
    /// ```swift
    /// request.sortDescriptors = [
    ///     ModelSortDescriptor(key: "universe", ascending: false),
    ///     ModelSortDescriptor(key: "name", comparison: .localizedStandard),
    /// ]
    /// ```
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
    ///
    /// A comparison reads faults, and can't throw. If their store can't be read, the program ends, as at an accessor.
    /// `sorted(using:in:)` throws instead.
    public func compare(_ left: Compared, _ right: Compared) -> ComparisonResult {
        let result = SortValue.compare(value(of: left), value(of: right), comparison)
        return ascending ? result : ComparisonResult(rawValue: -result.rawValue) ?? result
    }

    private func value(of subject: Compared) -> SortValue {
        guard let object = subject as? ManagedObject, let path = ModelKeyPath(text: key) else { return .nothing }
        if path.isIdentity { return .identity(object.objectID) }
        let evaluator = PredicateEvaluator(
            source: ManagedObjectSource(context: object.managedObjectContext), now: Date())
        do {
            let value = try StoreCancellation.ignoringCancellation {
                try evaluator.value(of: path, from: .object(object))
            }
            return SortValue(value, comparison)
        } catch is QueryError {
            return .nothing
        } catch {
            guard object.managedObjectContext?.shouldDeleteUnreadableFaults == true else {
                endProgram("'\(key)' of \(object) cannot be read to compare objects: \(error)")
            }
            return .nothing
        }
    }
}

// Orders by descriptors.
extension SortKey {
    /// - Throws: ``QueryError`` for a key that the entity does not have, or that has no order.
    init<Compared>(
        _ descriptor: ModelSortDescriptor<Compared>, of entity: EntityDescription, in model: ManagedObjectModel,
        nilValue: ConstantValue? = nil
    ) throws {
        try self.init(
            key: descriptor.key, ascending: descriptor.ascending, comparison: descriptor.comparison, of: entity,
            in: model, nilValue: nilValue)
    }
}

extension Sequence where Element: ManagedObject {
    /// Returns the objects in an order, including unsaved changes. Equal ones keep their order (rule SRT-3).
    ///
    /// - Throws: ``QueryError`` for a key that an object's entity does not have, or that has no order.
    public func sorted(
        using descriptors: [ModelSortDescriptor<Element>], in model: ManagedObjectModel
    ) throws -> [Element] {
        let objects = Array(self)
        guard let first = objects.first else { return [] }
        var entity = first.entity
        for object in objects where !object.entity.isKindOf(entity: entity) {
            // The nearest common entity.
            guard
                let common = entity.lineage(in: model).first(where: object.entity.isKindOf)
            else {
                throw QueryError(
                    code: .typeMismatch,
                    message: "'\(entity.name)' and '\(object.entity.name)' have no property in common to sort by")
            }
            entity = common
        }
        let keys = SortKeys(keys: try descriptors.map { try SortKey($0, of: entity, in: model) })
        let evaluator = PredicateEvaluator(
            source: ManagedObjectSource(context: first.managedObjectContext), now: Date())
        let sorted = try keys.sorted(objects.map { $0 as ManagedObject }, with: evaluator)
        return sorted.compactMap { $0 as? Element }
    }
}

extension SortKey {
    /// Creates a key from a sort descriptor of Foundation's; nil if it compares values that are not stored, or in its
    /// own way.
    ///
    /// Foundation evaluates these: descriptors of computed properties, of key paths with several steps, and of types
    /// with their own order, such as enumerations.
    init?<Object: ManagedObject>(
        _ descriptor: SortDescriptor<Object>, of entity: EntityDescription, in model: ManagedObjectModel
    ) {
        guard let keyPath = descriptor.keyPath, let name = model.propertyName(for: keyPath),
            let attribute = entity.attribute(named: name),
            let comparison = Self.comparison(of: descriptor),
            let accessor = StoredAccessor(type(of: keyPath as AnyKeyPath).valueType)
        else { return nil }
        let model = try? SortKey(
            ModelSortDescriptor<Object>(key: name, ascending: descriptor.order == .forward, comparison: comparison),
            of: entity, in: model, nilValue: accessor.nilValue(of: attribute))
        guard let model else { return nil }
        self = model
    }

    private static func comparison<Object>(of descriptor: SortDescriptor<Object>) -> SortComparison? {
        guard let comparator = descriptor.stringComparator else { return .plain }
        if comparator == .lexical { return .plain }
        #if canImport(Darwin)
            if comparator == .localizedStandard { return .localizedStandard }
            if comparator == .localized { return .localized }
        #endif
        return nil
    }
}

/// An accessor that returns the value of an attribute as it is stored.
struct StoredAccessor {
    private let emptyValue: ConstantValue?

    /// Returns nil for an accessor that returns something else, such as an enumeration.
    init?(_ type: Any.Type) {
        if let type = type as? any RequiredAttributeRepresentable.Type {
            emptyValue = type.nilConstant
        } else if let type = type as? any OptionalType.Type, type.wrappedType is any RequiredAttributeRepresentable.Type
        {
            emptyValue = nil
        } else {
            return nil
        }
    }

    /// Returns the value for nil; nil if there is none, or if there is always a value.
    func nilValue(of attribute: Attribute) -> ConstantValue? {
        attribute.isOptional || attribute.defaultValue == nil ? emptyValue : nil
    }
}

extension RequiredAttributeRepresentable {
    static var nilConstant: ConstantValue { ConstantValue(emptyValue.attributeValue) }
}
