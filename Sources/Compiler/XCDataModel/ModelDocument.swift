public import ModelSchema

/// A model with the positions of its elements in the file, and with other content of the file.
///
/// You can change the model. ``XCDataModelWriter`` then writes the changed model, and keeps the rest of the file.
///
/// ```swift
/// if let index = changed.model.entities.firstIndex(where: { $0.name == "Team" }) {
///     changed.model.entities[index].attributes.append(Attribute(name: "motto", type: .string, isOptional: true))
/// }
/// ```
public struct ModelDocument: Sendable {
    /// The model, which you can change before writing.
    public var model: Model
    /// The positions of the model's elements in the file.
    public let sourceMap: SourceMap
    /// The XML; nil for a model without a file.
    package let source: XMLDocument?

    /// The bytes of the file; nil for a model without a file.
    public var originalBytes: [UInt8]? { source?.bytes }

    /// Creates a document for a model without a file.
    public init(_ model: Model) { self.init(model: model, source: nil) }

    package init(model: Model, source: XMLDocument?) {
        self.model = model
        self.source = source
        sourceMap = SourceMap(source)
    }
}
