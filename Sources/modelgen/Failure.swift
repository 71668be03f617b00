import ArgumentParser
import FileAccess
import Foundation
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import TerminalOutput

/// How the tool says that something went wrong, and which exit code it then ends with.
///
/// Codes: 0 fine, 1 problems in models, 64 wrong usage (the argument parser's), 74 file system.
enum Failure {
    static let modelErrors = ExitCode(1)
    static let fileSystem = ExitCode(74)

    /// Prints diagnostics to standard error, and ends the command when one of them is an error.
    static func check(_ diagnostics: [LocatedDiagnostic]) throws {
        TerminalDiagnostics.write(diagnostics, .ofTool)
        if diagnostics.contains(where: { $0.severity == .error }) { throw modelErrors }
    }

    /// Prints an error of the world outside, or of usage that shows only when a command runs, and returns what to end
    /// with.
    static func report(_ error: any Error) -> any Error {
        if error is ExitCode { return error }
        if let message = (error as? ValidationError)?.message ?? (error as? InvalidOption)?.description {
            // The argument parser would add the usage of the tool as a whole.
            StandardError.write("Error: \(message)\n")
            return ExitCode.validationFailure
        }
        StandardError.write("modelgen: error: \(describe(error))\n")
        return fileSystem
    }

    private static func describe(_ error: any Error) -> String {
        switch error {
        case let error as OutputError: error.description
        case let error as TemplateFailure: error.description
        case let error as FileFailure: error.description
        case let error as FileProblem: error.description
        default: error.localizedDescription
        }
    }
}
