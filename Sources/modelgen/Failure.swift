import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import ModelHistory
import StencilTemplates
import TerminalOutput

/// Reports failures, and maps them to exit codes: 1 for problems in models, 64 for incorrect usage (the argument
/// parser's code), and 74 for the file system.
enum Failure {
    static let modelErrors = ExitCode(1)
    static let fileSystem = ExitCode(74)

    /// Prints diagnostics to standard error, and ends the command if one of them is an error.
    static func check(_ diagnostics: [LocatedDiagnostic]) throws {
        TerminalDiagnostics.write(diagnostics, .ofTool)
        if diagnostics.contains(where: { $0.severity == .error }) { throw modelErrors }
    }

    /// Prints an error that a running command threw, and returns the exit code to end with. Returns an error of the
    /// argument parser, such as a request for help, unchanged.
    static func report(_ error: any Error) -> any Error {
        if let message = usageMessage(of: error) {
            // The argument parser would add the usage of the whole tool.
            StandardError.write("modelgen: error: \(message)\n")
            return ExitCode.validationFailure
        }
        guard ModelGen.exitCode(for: error) == .failure, !(error is ExitCode) else { return error }
        StandardError.write("modelgen: error: \(describe(error))\n")
        return fileSystem
    }

    private static func usageMessage(of error: any Error) -> String? {
        switch error {
        case let error as ValidationError: error.message
        case let error as InvalidOption: error.description
        case let error as OutputRefusal: error.description
        case let error as SeveralModels: error.description
        case let error as ModelBundleEditor.InvalidName: error.description
        default: nil
        }
    }

    private static func describe(_ error: any Error) -> String {
        let folder = WorkingFolder(path: AbsolutePath.of("."))
        switch error {
        case let error as OutputError: return error.description
        case let error as GitFailure: return error.description
        case let error as BundleConversion.Refusal: return error.description
        case let error as TemplateFailure: return error.description
        case var error as FileFailure:
            error.path = folder.shortened(error.path)
            return error.description
        case var error as FileProblem:
            error.path = folder.shortened(error.path)
            return error.description
        default: return error.localizedDescription
        }
    }
}
