import ArgumentParser

/// The tutorial's app for difficult decisions, in a terminal.
@main
struct HardChoiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hardchoice", abstract: "Ask a question, weigh the choices, and let chance decide.",
        discussion: """
            The program keeps everything in one JSON file; see --store.

            EXAMPLES:
              hardchoice ask "What to eat?" Noodles:3 Rice:1
              hardchoice add Pizza --to "What to eat?" --weight 2
              hardchoice choose "What to eat?"
            """,
        subcommands: [List.self, Ask.self, Add.self, Remove.self, Delete.self, Choose.self, Rules.self],
        defaultSubcommand: List.self)
}
