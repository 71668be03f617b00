public import ModelDiagnostics
public import ModelSchema

/// Writes the XML of one model version: the file called `contents` in an `.xcdatamodel` folder.
///
/// The format is that of the model editor. A file that a current editor has saved stays the same, byte for byte. In
/// other files, attributes and groups of elements move to their standard places, flags and counts with default values
/// disappear, and escapes and white space change to those of the editor. Reading the result gives an equal model.
///
/// The writer keeps other content of the file as long as its element exists: the editor's header, the layout of a
/// diagram, empty user info, comments, processing instructions, text, invalid values, a byte order mark, and everything
/// unknown.
///
/// ```swift
/// if let bytes = XCDataModelWriter().write(changed, into: &diagnostics) {
///     try Data(bytes).write(to: file)
/// }
/// ```
public struct XCDataModelWriter: Sendable {
    /// Creates a writer. It has no options, because the editor defines the format.
    public init() {}

    /// Returns the bytes of a document's file.
    ///
    /// - Parameter diagnostics: Receives an error for each string of the model that XML cannot contain, which is never
    ///   the case for a model from a file.
    /// - Returns: The bytes, or nil if there was such a string.
    public func write(_ document: ModelDocument, into diagnostics: inout [Diagnostic]) -> [UInt8]? {
        var writer = ModelElementWriter()
        writer.write(document)
        diagnostics += writer.diagnostics
        return writer.diagnostics.isEmpty ? writer.output.bytes : nil
    }

    /// Returns the bytes of a file for a model without a file, with the header of a current editor.
    public func write(_ model: Model, into diagnostics: inout [Diagnostic]) -> [UInt8]? {
        write(ModelDocument(model), into: &diagnostics)
    }
}
