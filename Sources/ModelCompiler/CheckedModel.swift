public import ModelCodegen
public import ModelDiagnostics
import XCDataModel

/// A model that has been read and judged, and from which code can be generated.
public struct CheckedModel: Sendable {
    /// Where the model lies, as diagnostics show it.
    public let path: String
    /// The name of the bundle, which says the same on every machine.
    public let name: String
    /// Sorted by place.
    public internal(set) var diagnostics: [LocatedDiagnostic] = []
    let settings: ModelSettings
    let generator: CodeGenerator
    /// Nil when the file is no data model, or when any diagnostic is an error.
    var document: ModelDocument?

    /// Whether nothing can be generated.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The generated files; none when any diagnostic is an error.
    ///
    /// - Throws: ``TemplateFailure`` when a template cannot be rendered.
    public func generate() throws -> [GeneratedFile] {
        guard let document, !hasErrors else { return [] }
        return try generator.generate(document.model, source: name)
    }
}
