import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import StencilTemplates

/// The ends of commands that have already reported a problem.
enum CommandExit {
    static let modelErrors = ExitStatus.problems.code
    static let fileSystem = ExitStatus.fileSystem.code

    /// Prints diagnostics to standard error, and ends the command if one of them is an error.
    static func check(_ diagnostics: [LocatedDiagnostic]) throws {
        let shown = TerminalSettings.isQuiet ? diagnostics.filter { $0.severity == .error } : diagnostics
        TerminalDiagnostics.write(shown, .ofTool)
        if diagnostics.contains(where: { $0.severity == .error }) { throw modelErrors }
    }

    /// Ends the command if a configuration has errors, which count as incorrect usage.
    static func check(_ settings: ProjectSettings) throws {
        guard !settings.diagnostics.isEmpty else { return }
        TerminalDiagnostics.write(settings.diagnostics, .ofTool)
        throw ExitStatus.usage.code
    }
}

extension CommandError {
    /// Creates an error from one that only commands about models throw.
    init(ofModels error: any Error) {
        switch error {
        case let error as InvalidOptionError: self.init(.usage, error.description)
        case let error as ModelBundleEditor.InvalidNameError: self.init(.usage, error.description)
        case let error as OutputError: self.init(.fileSystem, error.description)
        case let error as GitError: self.init(.fileSystem, error.description)
        case let error as BundleConversion.ConversionError: self.init(.fileSystem, error.description)
        case let error as TemplateError: self.init(.fileSystem, error.description)
        case let error as CodeSizeError: self.init(.problems, error.description)
        default: self.init(.fileSystem, error.localizedDescription)
        }
    }
}
