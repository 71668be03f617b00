import Foundation

// Called by generated accessors of transformable attributes, and of binary attributes that contain Codable values.
//
// Such an accessor is optional even if the model requires a value: not every type has an empty value, and stored data
// that cannot be read is also nil. The stored value stays unchanged until you set the property.
extension ManagedObject {
    /// The value of a transformable attribute of a `Codable` type, which stores keep as JSON text.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set can be encoded.
    public final subscript<Value: Codable>(transformable key: StaticString, at index: Int = -1) -> Value? {
        get {
            let index = attributeIndex(key, index)
            if let transformer = registeredTransformer(at: index, of: Value.self) {
                return transformed(value(at: index), with: transformer)
            }
            return decoded(at: index)
        }
        set {
            let index = attributeIndex(key, index)
            guard let transformer = registeredTransformer(at: index, of: Value.self) else {
                encode(newValue, at: index)
                return
            }
            setTransformed(newValue, with: transformer, at: index)
        }
    }

    /// The value of a transformable attribute of any other type, which a registered ``AttributeTransformer`` converts
    /// to data.
    ///
    /// - Precondition: The entity has the attribute, and unless the value is nil, a transformer is registered.
    public final subscript<Value>(transformable key: StaticString, at index: Int = -1) -> Value? {
        get {
            let index = attributeIndex(key, index)
            let value = value(at: index)
            if value.isNull { return nil }
            return transformed(value, with: requiredTransformer(at: index, of: Value.self))
        }
        set {
            let index = attributeIndex(key, index)
            guard newValue != nil else { return setAttribute(.null, at: index) }
            setTransformed(newValue, with: requiredTransformer(at: index, of: Value.self), at: index)
        }
    }

    /// The value of a binary or transformable attribute that contains values of a `Codable` type.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set can be encoded.
    public final subscript<Value: Codable>(codable key: StaticString, at index: Int = -1) -> Value? {
        get { decoded(at: attributeIndex(key, index)) }
        set { encode(newValue, at: attributeIndex(key, index)) }
    }

    private func decoded<Value: Decodable>(at index: Int) -> Value? {
        switch value(at: index) {
        case .string(let text): CodableText.value(from: Data(text.utf8))
        case .binary(let data): CodableText.value(from: data)
        default: nil
        }
    }

    private func encode(_ value: (some Encodable)?, at index: Int) {
        guard let value else { return setAttribute(.null, at: index) }
        do {
            let data = try CodableText.data(from: value)
            let isText = entity.attributes[index].type == .transformable
            setAttribute(isText ? .string(String(decoding: data, as: UTF8.self)) : .binary(data), at: index)
        } catch {
            endProgram("the value for '\(name(at: index))' cannot be encoded: \(error)")
        }
    }

    private func registeredTransformer<Value>(
        at index: Int, of type: Value.Type
    ) -> (any AttributeTransformer<Value>)? {
        guard let transformers = managedObjectContext?.managedObjectModel.transformers, !transformers.isEmpty else {
            return nil
        }
        return transformers.transformer(for: entity.attributes[index], of: type)
    }

    private func requiredTransformer<Value>(at index: Int, of type: Value.Type) -> any AttributeTransformer<Value> {
        let model = livingContext.managedObjectModel
        let attribute = entity.attributes[index]
        if let transformer = model.transformers.transformer(for: attribute, of: type) { return transformer }
        let byName = attribute.valueTransformerName.map { ", or under the name '\($0)' from the model" } ?? ""
        endProgram(
            """
            no AttributeTransformer is registered for '\(name(at: index))', because \(type) is not Codable; register \
            one for \(type)\(byName), with registering(_:) of the ManagedObjectModel that the container is made with
            """)
    }

    private func transformed<Value>(
        _ value: AttributeValue, with transformer: any AttributeTransformer<Value>
    ) -> Value? {
        guard case .binary(let data) = value else { return nil }
        return try? transformer.value(from: data)
    }

    private func setTransformed<Value>(
        _ value: Value?, with transformer: any AttributeTransformer<Value>, at index: Int
    ) {
        guard let value else { return setAttribute(.null, at: index) }
        do {
            setAttribute(.binary(try transformer.data(from: value)), at: index)
        } catch {
            endProgram("the value for '\(name(at: index))' cannot be transformed: \(error)")
        }
    }

    private func name(at index: Int) -> String { "\(entity.name).\(entity.attributes[index].name)" }
}
