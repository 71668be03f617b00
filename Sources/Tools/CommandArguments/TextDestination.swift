package import ArgumentParser

/// The option for the destination of a command's text.
package struct TextDestination: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: "The file, device, or pipe to write to. The default is standard output, which is also called -.")
    package var output: OutputArgument?

    package init() {}

    /// Writes the text.
    package func write(_ text: String) throws { try text.write(to: output) }
}
