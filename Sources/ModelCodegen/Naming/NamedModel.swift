package import ModelSchema

/// A model with the names of its generated code, which are chosen once for checking and generating.
package struct NamedModel: Sendable {
    /// The names for the model as it was read.
    let lookup: ModelLookup
    let namer: SwiftNamer

    init(_ model: Model, options: GenerationOptions) {
        lookup = ModelLookup(model)
        namer = SwiftNamer(in: lookup, options: options)
    }

    /// The model as it was read.
    package var model: Model { lookup.model }
}
