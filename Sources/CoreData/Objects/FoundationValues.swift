import Foundation
import ModelSchema
import ObjectGraph

/// The types that Core Data hands values out in: numbers and collections as Foundation's objects. Strings, dates, data,
/// UUIDs, and URLs stay Swift values, because sources cast to these types.
struct FoundationValues: KeyedValueRepresentation {
    func representation(of value: Any) -> Any {
        switch value {
        case let flag as Bool: NSNumber(value: flag)
        case let number as Int16: NSNumber(value: number)
        case let number as Int32: NSNumber(value: number)
        case let number as Int64: NSNumber(value: number)
        case let number as Int: NSNumber(value: number)
        case let number as Double: NSNumber(value: number)
        case let number as Float: NSNumber(value: number)
        case let number as Decimal: NSDecimalNumber(decimal: number)
        case let objects as Set<ManagedObject>: NSSet(array: objects.map { $0 })
        case let values as Set<AnyHashable>: NSSet(array: values.map { representation(of: $0.base) })
        case let members as [String: Any]: members.mapValues(representation)
        case let values as [Any]: values.map(representation)
        case let objectID as ObjectID: NSManagedObjectID(objectID)
        case is NullValue: NSNull()
        default: value
        }
    }

    func representation(ofOrdered objects: [AnyObject]) -> Any { NSOrderedSet(array: objects) }

    func value(ofTransformable data: Data, _ attribute: Attribute) -> Any? {
        TransformableValues(attribute).value(of: data)
    }

    func data(ofTransformable value: Any, _ attribute: Attribute) -> Data? {
        TransformableValues(attribute).data(of: value)
    }

    func representation(ofOrderedValues values: [Any]) -> Any {
        // Foundation adds the same object several times if it is not one of its own.
        var seen: Set<AnyHashable> = []
        return NSOrderedSet(
            array: values.filter { value in (value as? AnyHashable).map { seen.insert($0).inserted } ?? true }
                .map(representation))
    }
}
