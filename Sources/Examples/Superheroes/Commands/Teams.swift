import ArgumentParser
import ObjectGraph

struct Teams: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all teams by name.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        for team in database.teams { print("\(team.name ?? ""), \(team.heroes.count) heroes") }
        print("\(database.teams.count) of \(DatabaseController.teamLimit) teams")
    }
}
