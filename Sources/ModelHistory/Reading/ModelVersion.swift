package import ModelSchema
package import XCDataModel

/// One version of a model that has been read.
package struct ModelVersion: Sendable {
    /// The name of the version's folder, without its extension.
    package var name: String
    /// The `contents` file, as it is to be shown.
    package var file: String
    /// What was read, with its places.
    package var document: ModelDocument

    /// The model.
    package var model: Model { document.model }
}
