import ModelCodegen
import ModelConfiguration
package import ModelDiagnostics
import ModelSchema
package import ModelValidation
package import XCDataModel

/// A checked model version.
package struct VersionCheck: Sendable {
    /// The version, and the place of its file.
    package let source: ModelSource
    /// The document; nil if the file is not a data model.
    package let document: ModelDocument?
    /// The problems of reading the file, and then the findings of the rules.
    package private(set) var diagnostics: [Diagnostic] = []

    /// Checks a version by rules.
    package init(_ file: ModelFile, options: ValidationOptions) {
        source = file.source
        document = file.document(into: &diagnostics)
        if let document { ModelValidator(options: options).validate(document.model, into: &diagnostics) }
    }

    /// Adds the diagnostics of generating code for the frameworks that the model is meant for. Of other code, only what
    /// prevents it from compiling matters.
    package mutating func checkCode(_ settings: ModelSettings) {
        guard let document, !diagnostics.contains(where: { $0.severity == .error }) else { return }
        let options = settings.generation.options
        guard settings.validation.targets.contains(.swiftData) else {
            CodeGenerator(options: options).checkEnumNames(of: document.model, into: &diagnostics)
            return
        }
        let isChosen = options.style == .swiftData && options.templateContext == .modelgen
        CodeGenerator(options: isChosen ? options : GenerationOptions(style: .swiftData))
            .check(document.model, into: &diagnostics)
    }

    /// The diagnostics of the version, with their places.
    package func located(_ diagnostics: [Diagnostic]) -> [LocatedDiagnostic] {
        guard !diagnostics.isEmpty else { return [] }
        var index = document.map { SourceIndex($0.sourceMap) }
        return diagnostics.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { index?.position(of: $0) }
        }
    }
}
