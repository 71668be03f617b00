import ArgumentParser

/// The tutorial's app of heroes and teams, in a terminal.
@main
struct SuperheroesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "superheroes", abstract: "Keep heroes, and teams of at most six.",
        discussion: """
            The first run creates nine heroes. The program keeps everything in one JSON file; see --store.

            EXAMPLES:
              superheroes list
              superheroes add Batgirl "Photographic Memory" dc
              superheroes join Batgirl
              superheroes party
            """,
        subcommands: [
            List.self, Add.self, Delete.self, Party.self, Join.self, Leave.self, Teams.self, CreateTeam.self,
            DeleteTeam.self, Interactive.self,
        ],
        defaultSubcommand: List.self)
}
