public import ModelDiagnostics
public import ModelSchema

/// Writes the XML of one model version: the file called `contents` in an `.xcdatamodel` folder.
///
/// The form is that of the model editor. A file that a current editor has saved comes back byte for byte. In other files
/// attributes and groups of elements move to their place, flags and counts that say nothing go, and escapes and white
/// space become the editor's; reading the result gives an equal model.
///
/// What a model has no place for is kept where it was, as far as its element still exists: the editor's own header, the
/// layout of a diagram, empty user info, comments, text, values that cannot be read, and everything unknown.
public struct XCDataModelWriter: Sendable {
    /// A writer; the form is the editor's, so there is nothing to choose.
    public init() {}

    /// The bytes of a document's file.
    ///
    /// - Parameter diagnostics: Receives an error for each text of the model that XML cannot hold, which no file that was
    ///   read contains.
    /// - Returns: The bytes, or nil when there was such a text.
    public func write(_ document: ModelDocument, into diagnostics: inout [Diagnostic]) -> [UInt8]? {
        var writer = ModelElementWriter()
        writer.write(document)
        diagnostics += writer.diagnostics
        return writer.diagnostics.isEmpty ? writer.output.bytes : nil
    }

    /// The bytes of a file for a model that comes from none, with the header of a current editor.
    public func write(_ model: Model, into diagnostics: inout [Diagnostic]) -> [UInt8]? {
        write(ModelDocument(model), into: &diagnostics)
    }
}
