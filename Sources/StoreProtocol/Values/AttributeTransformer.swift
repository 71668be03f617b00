public import Foundation

/// Turns the values of Transformable attributes into data and back, for types that are not `Codable`.
///
/// Register one with ``ManagedObjectModel/registering(_:)`` for every attribute of its type, or under the name that
/// the model gives as the attribute's transformer, with ``ManagedObjectModel/registering(_:forName:)``.
public protocol AttributeTransformer<Value>: Sendable {
    /// What programs see in place of the stored bytes.
    associatedtype Value

    /// The data that stores keep. Equal values should give equal data.
    func data(from value: Value) throws -> Data

    /// The value that data stands for. Data that cannot be read throws, and the attribute then reads as nil.
    func value(from data: Data) throws -> Value
}

/// The transformers that a program has registered with a model.
package struct AttributeTransformers: Sendable {
    private var byName: [String: any AttributeTransformer] = [:]
    private var byType: [ObjectIdentifier: any AttributeTransformer] = [:]

    package var isEmpty: Bool { byName.isEmpty && byType.isEmpty }

    mutating func register<Value>(_ transformer: some AttributeTransformer<Value>) {
        byType[ObjectIdentifier(Value.self)] = transformer
    }

    mutating func register(_ transformer: some AttributeTransformer, forName name: String) {
        byName[name] = transformer
    }

    /// The transformer of an attribute's values: the one of the name that the model gives, else the one of the type.
    package func transformer<Value>(for attribute: Attribute, of type: Value.Type) -> (any AttributeTransformer<Value>)?
    {
        let named = attribute.valueTransformerName.flatMap { byName[$0] }
        return (named ?? byType[ObjectIdentifier(type)]) as? any AttributeTransformer<Value>
    }
}
