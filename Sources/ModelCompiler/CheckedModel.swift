import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelSchema
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
    /// - Throws: `TemplateFailure` when a template cannot be rendered.
    public func generate() throws -> [GeneratedFile] {
        guard let document, !hasErrors else { return [] }
        return try generator.generate(document.model, source: name)
    }

    /// The files that are written once and belong to people; none where nobody asks for them.
    ///
    /// - Throws: `TemplateFailure` when a template cannot be rendered.
    func humanFiles() throws -> [GeneratedFile] {
        guard let document, !hasErrors, settings.generation.humanPath != nil else { return [] }
        return try generator.humanFiles(for: document.model)
    }

    /// What the generated files follow from, and nothing else.
    ///
    /// - Parameter toolIdentity: What differs between two builds of the tool.
    func fingerprint(toolIdentity: String) -> ContentHash? {
        // Templates written for SwiftGen see the other models too.
        guard generator.options.templateContext != .swiftGen else { return nil }
        guard let document, let bytes = document.originalBytes else { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add(toolIdentity)
        fingerprint.add(name)
        fingerprint.add(document.model.name)
        fingerprint.add(bytes)
        fingerprint.add(contentsOf: generator)
        fingerprint.add(settings.generation.humanPath == nil ? "" : "human")
        return fingerprint.hash
    }
}
