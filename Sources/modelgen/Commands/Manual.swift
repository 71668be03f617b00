import ArgumentParser
import CommandArguments

/// `modelgen manual`: prints the manual page.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the manual page.",
        discussion: """
            The page has the same text as --help, so it always matches the tool that prints it.

            EXAMPLES:
              modelgen manual --output /usr/local/share/man/man1/modelgen.1
              modelgen manual | man --local-file -
            """)

    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws { try destination.write(ManualPage(tool: .own(), version: ModelGen.configuration.version).text) }
}
