import ArgumentParser
import CommandArguments
import CompiledModelWriting
import CompiledModels
import FileAccess
import Foundation
import ModelDiagnostics
import ModelProjects
import XCDataModel

/// The way from a mapping model's source to its compiled form.
struct MappingModelCompilation {
    /// How diagnostics are written.
    var models: ModelCompilation
    /// The older version, if it is not the one that the mapping model names.
    var source: PathArgument?
    /// The newer version, if it is not the one that the mapping model names.
    var destination: PathArgument?

    /// Compiles the mapping model at a path, and writes its problems to standard error.
    ///
    /// - Throws: An exit code if the mapping model cannot be compiled.
    func output(ofMappingModelAt path: String) throws -> CompiledOutput {
        try FileReader.requirePresence(at: path)
        var diagnostics: [LocatedDiagnostic] = []
        let file = MappingModelFile(
            path: path, sourcePath: source?.absolutePath, destinationPath: destination?.absolutePath)
        guard let read = file.read(into: &diagnostics) else {
            try models.check(diagnostics)
            throw CommandExit.modelErrors
        }
        for finding in read.findings {
            diagnostics.append(diagnostic(finding.message, finding.isError, at: finding.position, in: file))
        }
        var writer = CompiledMappingModelWriter()
        var archive: [UInt8]?
        if let mappingModel = read.mappingModel {
            archive = writer.archive(of: mappingModel)
            for finding in writer.findings {
                let position = read.position(ofMapping: finding.mappingName, property: finding.propertyName)
                diagnostics.append(diagnostic(finding.message, finding.isError, at: position, in: file))
            }
        }
        try models.check(diagnostics)
        guard let archive else { throw CommandExit.modelErrors }
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        return CompiledOutput(form: .mappingModel, name: name, files: [name: archive])
    }

    private func diagnostic(
        _ message: String, _ isError: Bool, at position: MappingModelSource.Position, in file: MappingModelFile
    ) -> LocatedDiagnostic {
        let anchor = Diagnostic.Anchor.source(line: position.line, column: position.column)
        return LocatedDiagnostic(
            models.diagnostic(message, isError: isError, at: anchor), file: file.contentsPath
        ) { _ in nil }
    }
}
