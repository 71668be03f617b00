package import ArgumentParser

/// The ways in which every command of every program ends. The page *Conventions of the command line* has the same
/// table.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case success = 0
    /// Problems in models or stores, or output that is out of date.
    case problems = 1
    /// The argument parser's code.
    case usage = 64
    /// `EX_IOERR` of BSD.
    case fileSystem = 74

    /// The meaning, as a sentence.
    package var meaning: String {
        switch self {
        case .success: "Success."
        case .problems: "A model, a store, or a file has problems, or files are out of date."
        case .usage: "The command line or a configuration is incorrect, or names what does not exist in a model."
        case .fileSystem: "A file, a folder, or a database cannot be read or written."
        }
    }

    package var code: ExitCode { ExitCode(rawValue) }

    /// The end of the help of every command.
    package static let helpFooter = """
        Exit codes: 0 success, 1 problems, 64 incorrect usage, 74 file system errors.
        'modelgen manual COMMAND' prints the manual page, which explains these.
        """
}
