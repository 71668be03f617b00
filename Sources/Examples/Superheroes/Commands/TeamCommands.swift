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

struct CreateTeam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a team; there can be ten.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The team's name.") var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        try database.addTeam(name: name)
        try database.cleanup()
        print("Created \(name)")
    }
}

struct DeleteTeam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a team; its heroes stay.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The team's name.") var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        try database.deleteTeam(try database.team(named: name))
        try database.cleanup()
        print("Deleted \(name)")
    }
}
