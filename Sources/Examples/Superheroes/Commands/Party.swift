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
