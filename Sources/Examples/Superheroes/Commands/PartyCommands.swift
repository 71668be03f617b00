import ArgumentParser

struct Party: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the heroes in the party.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var team: TeamOptions

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url, team: team.team)
        let heroes = database.party
        HeroTable(heroes: heroes).lines.forEach { print($0) }
        print("\(database.currentTeam.name ?? ""): \(heroes.count) of \(DatabaseController.partyLimit)")
    }
}

struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero to the party.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var team: TeamOptions

    @Argument(help: "The hero's name.") var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url, team: team.team)
        try database.addHero(try database.hero(named: name), to: database.currentTeam)
        try database.cleanup()
        print("\(name) joined the party")
    }
}

struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a hero from the party.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var team: TeamOptions

    @Argument(help: "The hero's name.") var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url, team: team.team)
        try database.removeHero(try database.hero(named: name), from: database.currentTeam)
        try database.cleanup()
        print("\(name) left the party")
    }
}
