public import ModelSchema

/// A model as it was read from XML: the model itself, what the file says besides, and where everything stands.
public struct ModelDocument: Sendable {
    public var model: Model
    public let sourceMap: SourceMap
    /// The XML as it was read; what the model has no place for is still in it.
    package let root: XMLElement

    package init(model: Model, sourceMap: SourceMap, root: XMLElement) {
        self.model = model
        self.sourceMap = sourceMap
        self.root = root
    }
}
