import ColumnEngine
import Foundation
import ModelSchema

/// Where the values of an attribute come from.
enum AttributeSource {
    /// All objects get one value: the default of a new attribute.
    case constant(AttributeValue)
    /// From an attribute of the older entity, by its place.
    case kept(Int)
    /// As ``kept``, with a value where there was none.
    case filled(Int, AttributeValue)
    /// From an attribute of a narrower type (rule MIG-21 holds for others).
    case widened(Int)
    /// From a composite whose members are others now.
    case recomposed(Int, CompositeMapping)
    /// From an attribute whose values are of another type: none of them.
    case otherType(Int)

    /// - Parameters:
    ///   - attribute: The attribute of the newer entity.
    ///   - defaultValue: Its default value.
    ///   - entity: The newer entity.
    ///   - old: The attribute that it continues, its place, and the older entity; nil for a new one.
    init(
        _ attribute: Attribute, defaultValue: AttributeValue, of entity: EntityDescription,
        from old: (index: Int, attribute: Attribute, entity: EntityDescription)?
    ) {
        if attribute.isTransient {
            self = .constant(.null)
            return
        }
        guard let old, !old.attribute.isTransient else {
            // What is derived is computed when its object is saved again.
            self = .constant(attribute.isDerived ? .null : defaultValue)
            return
        }
        guard old.attribute.type == attribute.type else {
            self = old.attribute.type.isHeld(by: attribute.type) ? .widened(old.index) : .otherType(old.index)
            return
        }
        if let before = old.entity.composite(of: old.attribute), let after = entity.composite(of: attribute),
            before != after
        {
            let mapping = CompositeMapping(from: before, of: old.entity, to: after, of: entity)
            self = mapping.map { .recomposed(old.index, $0) } ?? .otherType(old.index)
            return
        }
        let isFilled = old.attribute.isOptional && !attribute.isOptional && !attribute.isDerived && !defaultValue.isNull
        self = isFilled ? .filled(old.index, defaultValue) : .kept(old.index)
    }
}

extension AttributeValue {
    /// Whether the number is the same in a wider type: large integers have more digits than a Double keeps.
    func isExact(in type: AttributeType) -> Bool {
        switch (self, type) {
        case (.integer(let number), .double): Double(exactly: number) != nil
        case (.integer(let number), .float): Float(exactly: number) != nil
        default: true
        }
    }

    /// The same number in a type that holds every number of its own.
    func widened(to type: AttributeType) -> AttributeValue {
        switch (self, type) {
        case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32), (.boolean(let flag), .integer64):
            .integer(flag ? 1 : 0)
        case (.integer(let number), .decimal): .decimal(Decimal(number))
        case (.integer(let number), .double): .double(Double(number))
        case (.integer(let number), .float): .float(Float(number))
        case (.float(let number), .double): .double(Double(number))
        default: self
        }
    }
}
