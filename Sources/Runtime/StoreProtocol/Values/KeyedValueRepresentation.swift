package import Foundation
package import ModelSchema

/// The types of values in string-keyed access, for a module with Core Data's names, in which numbers and collections
/// are Foundation's objects.
///
/// Without a representation, values have Swift's types.
package protocol KeyedValueRepresentation: Sendable {
    /// Represents a value: a number, a set of objects or values, or ``NullValue``.
    func representation(of value: Any) -> Any

    /// Represents the destinations of an ordered relationship.
    func representation(ofOrdered objects: [AnyObject]) -> Any

    /// Represents the values after an ordered relationship in a key path, with ``NullValue`` for nil.
    func representation(ofOrderedValues values: [Any]) -> Any

    /// Returns the value for the stored data of a transformable attribute; nil if the data cannot be read.
    func value(ofTransformable data: Data, _ attribute: Attribute) -> Any?

    /// Returns the data to store for a value of a transformable attribute; nil if there is none.
    func data(ofTransformable value: Any, _ attribute: Attribute) -> Data?
}
