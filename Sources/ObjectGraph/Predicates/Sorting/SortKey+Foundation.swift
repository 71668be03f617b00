import Foundation
import ModelExpressions
import ModelSchema

extension SortKey {
    /// A sort descriptor of Foundation's; nil for one that compares what is not stored, or in a way of its own.
    ///
    /// Those are left to Foundation: descriptors of computed properties, of key paths with several steps, and of types
    /// whose order is their own, such as enums.
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

/// How an accessor reads an attribute whose value it gives as it is stored.
struct StoredAccessor {
    private let emptyValue: ConstantValue?

    /// Nil for an accessor that gives something else, such as an enum.
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

    /// What nil reads as; nil if it reads as nil, or where there is always a value.
    func nilValue(of attribute: Attribute) -> ConstantValue? {
        attribute.isOptional || attribute.defaultValue == nil ? emptyValue : nil
    }
}

extension RequiredAttributeRepresentable {
    static var nilConstant: ConstantValue { ConstantValue(emptyValue.attributeValue) }
}
