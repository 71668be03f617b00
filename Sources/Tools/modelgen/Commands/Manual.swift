import ArgumentParser
import CommandArguments
import ModelDiagnostics

/// `modelgen manual`: prints the manual page of the tool or of a command, or writes all pages.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the manual page of the tool or of a command, or write all pages.",
        discussion: """
            Every command has a page, with the same text as --help, so it always matches the tool that prints it. The \
            name of a page has hyphens between its words, such as modelgen-edit-add-attribute.

            EXAMPLES:
              modelgen manual | man --local-file -
              modelgen manual edit add-attribute | man --local-file -
              modelgen manual --folder /usr/local/share/man/man1
            """)

    @Argument(help: .init("The words of the command. The default is the tool itself.", valueName: "command"))
    var words: [String] = []

    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Option(
        help: .init("The folder to write the pages of all commands to, created if necessary.", valueName: "folder"),
        completion: .directory)
    var folder: PathArgument?

    func run() throws {
        guard folder == nil || (words.isEmpty && destination.output == nil) else {
            throw ValidationError("--folder writes all pages, so it cannot be combined with a command or --output")
        }
        let pages = ManualPage.all(of: try .own(), version: ModelGen.configuration.version)
        if let folder {
            try OutputArgumentError.check(folder: folder.absolutePath)
            try folder.makeOutputFolder()
            for page in pages { try folder.output(named: page.fileName).write(page.text) }
        } else {
            try destination.write(page(among: pages).text)
        }
    }

    private func page(among pages: [ManualPage]) throws -> ManualPage {
        if let page = pages.first(where: { $0.words == words }) { return page }
        let text = words.joined(separator: " ")
        let nearest = NearestName.suggestion(for: text, among: pages.dropFirst().map(\.commandText))
        throw ValidationError("unknown command '\(text)'; \(nearest ?? "list the commands with modelgen --help")")
    }
}
