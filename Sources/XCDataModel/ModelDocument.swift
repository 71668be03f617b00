public import ModelSchema

/// A model, and what its file says besides: where everything stands, and what the model has no place for.
///
/// The model may be changed; ``XCDataModelWriter`` then writes the changed model and keeps the rest of the file.
public struct ModelDocument: Sendable {
    /// The model, which may be changed before it is written.
    public var model: Model
    /// Where the elements of the model stood when it was read.
    public let sourceMap: SourceMap
    /// The XML as it was read; nil for a model that was not.
    package let source: XMLDocument?

    /// The bytes the model was read from; nil for a model that was not.
    public var originalBytes: [UInt8]? { source?.bytes }

    /// A document for a model that comes from no file.
    public init(_ model: Model) { self.init(model: model, source: nil) }

    package init(model: Model, source: XMLDocument?) {
        self.model = model
        self.source = source
        sourceMap = SourceMap(source)
    }
}
