import ArgumentParser
import Foundation
import ModelCompiler
import ModelDiagnostics
import ObjectGraph
import TerminalOutput
import XCDataModel

extension ManagedObjectModel {
    /// Reads a model, and says on standard error what is wrong with it.
    ///
    /// - Throws: `ExitCode` 1 when it cannot be used.
    init(readingFrom path: String) throws {
        var diagnostics: [LocatedDiagnostic] = []
        let path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        let document = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics)
        StandardError.write(DiagnosticTextFormatter().format(diagnostics))
        guard let document, !diagnostics.contains(where: { $0.severity == .error }) else { throw ExitCode(1) }
        self.init(document.model)
    }
}
