package import ArgumentParser
import Foundation

/// A form of what a command prints, which people choose by its raw value.
package protocol OutputFormat: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable
where RawValue == String {
    /// The form if neither `--format` nor the output file specifies one.
    static var standard: Self { get }
    /// The extensions of files with the form, in lowercase; empty if no extension belongs to it alone.
    var fileExtensions: [String] { get }
}

extension OutputFormat {
    package var fileExtensions: [String] { [rawValue] }

    /// The form of files with an extension; nil if it is of no form.
    package static func format(ofFilesEnding fileExtension: String) -> Self? {
        allCases.first { $0.fileExtensions.contains(fileExtension) }
    }
}

extension OutputFormat {
    /// What `--format` means, in every command: the form of a file that a command reads is another option.
    package static var optionHelp: ArgumentHelp {
        """
        The form of what the command prints, diagnostics included. The default is the form that the extension of the \
        output file names, or else \(standard.rawValue).
        """
    }

    /// The form for an output.
    ///
    /// - Parameters:
    ///   - output: The file; nil for standard output.
    ///   - specified: The value of `--format`; nil for none.
    package static func format(for output: OutputArgument?, specified: Self?) -> Self {
        specified ?? output.flatMap { format(ofFilesEnding: $0.fileExtension) } ?? standard
    }
}

/// The option for the form of what a command prints, its diagnostics included.
package struct FormatOption<Format: OutputFormat>: ParsableArguments {
    @Option(name: .customLong("format"), help: Format.optionHelp)
    package var specified: Format?

    package init() {}

    /// The form for an output.
    ///
    /// - Parameter output: The file; nil for standard output.
    package func format(for output: OutputArgument?) -> Format { Format.format(for: output, specified: specified) }
}
