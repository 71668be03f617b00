import ArgumentParser
import CommandArguments

/// The option for the destination of a command's text.
struct TextDestination: ParsableArguments {
    @Option(name: .shortAndLong, help: "The file, device, or pipe to write to. The default is standard output.")
    var output: OutputArgument?

    /// Writes the text.
    func write(_ text: String) throws { try text.write(to: output) }

    /// Writes text to a file, or to standard output if it is nil.
    static func write(_ text: String, to output: OutputArgument?) throws { try text.write(to: output) }
}
