import ArgumentParser

struct CreateTeam: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a team; there can be ten.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The team's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        try database.addTeam(name: name)
        try database.cleanup()
        print("Created \(name)")
    }
}
