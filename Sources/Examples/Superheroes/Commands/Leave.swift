import ArgumentParser

struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a hero from the party.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var team: TeamOptions

    @Argument(help: "The hero's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url, team: team.team)
        try database.removeHero(try database.hero(named: name), from: database.currentTeam)
        try database.cleanup()
        print("\(name) left the party")
    }
}
