import ArgumentParser

struct DeleteTeam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a team; its heroes stay.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The team's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        try database.deleteTeam(try database.team(named: name))
        try database.cleanup()
        print("Deleted \(name)")
    }
}
