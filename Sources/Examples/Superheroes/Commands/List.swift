import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all heroes by name.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        let heroes = database.heroes
        HeroTable(heroes: heroes).lines.forEach { print($0) }
        print("\(heroes.count) heroes")
    }
}
