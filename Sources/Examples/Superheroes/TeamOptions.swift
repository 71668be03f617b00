import ArgumentParser

/// Which team a command is about.
struct TeamOptions: ParsableArguments {
    @Option(help: "The team's name. Without it, the default team.")
    var team: String?
}
