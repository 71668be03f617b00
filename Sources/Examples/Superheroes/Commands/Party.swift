import ArgumentParser

struct Party: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the heroes in the party.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let database = try HeroDatabase(at: options.url)
        let team = try database.defaultTeam()
        try database.save()
        let heroes = team.heroes.sorted { ($0.name ?? "") < ($1.name ?? "") }
        HeroTable(heroes: heroes).lines.forEach { print($0) }
        print("\(team.name ?? ""): \(heroes.count) of \(HeroDatabase.partyLimit)")
    }
}
