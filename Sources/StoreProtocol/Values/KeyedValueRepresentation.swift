package import Foundation
package import ModelSchema

/// The types in which string-keyed access hands out what it has, for a module that offers Core Data's names: there, numbers and
/// collections are Foundation's objects.
///
/// Without one, values are Swift's.
package protocol KeyedValueRepresentation: Sendable {
    /// A value of another type in the place of one: of a number, a set of objects or of values, or ``NullValue``.
    func representation(of value: Any) -> Any

    /// The destinations of an ordered relationship.
    func representation(ofOrdered objects: [AnyObject]) -> Any

    /// What a key path finds behind an ordered relationship: values of any type, ``NullValue`` for what is nil.
    func representation(ofOrderedValues values: [Any]) -> Any

    /// What programs see of a Transformable attribute in the place of the data that is stored; nil for data that cannot be
    /// read.
    func value(ofTransformable data: Data, _ attribute: Attribute) -> Any?

    /// The data that is stored of a value of a Transformable attribute; nil for a value that has none.
    func data(ofTransformable value: Any, _ attribute: Attribute) -> Data?
}
