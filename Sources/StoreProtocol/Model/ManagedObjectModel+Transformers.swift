// What programs register for Transformable attributes.
extension ManagedObjectModel {
    /// The model with a transformer for all Transformable attributes whose accessors have its type.
    public func registering<Value>(_ transformer: some AttributeTransformer<Value>) -> ManagedObjectModel {
        var model = self
        model.transformers.register(transformer)
        return model
    }

    /// The model with a transformer for the attributes that name it, such as `ColorTransformer`.
    public func registering(_ transformer: some AttributeTransformer, forName name: String) -> ManagedObjectModel {
        var model = self
        model.transformers.register(transformer, forName: name)
        return model
    }
}
