package import ModelSchema

/// A model with the names of its generated code, which are decided once for checking and generating.
package struct NamedModel: Sendable {
    /// The model as it was read.
    package let model: Model
    let namer: SwiftNamer

    init(_ model: Model, options: GenerationOptions) {
        self.model = model
        namer = SwiftNamer(for: model, options: options)
    }
}
