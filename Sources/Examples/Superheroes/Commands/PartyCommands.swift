import ArgumentParser

struct Party: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Show the heroes in the party.")

    @OptionGroup var options: StoreOptions
    @Option(help: "The team's name. Without it, the default team.") var team: String?

    func perform(on database: DatabaseController) -> String {
        let heroes = database.party
        let count = "\(database.currentTeam.name ?? ""): \(heroes.count) of \(DatabaseController.partyLimit)"
        return (HeroTable(heroes: heroes).lines + [count]).joined(separator: "\n")
    }
}

struct Join: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero to the party.")

    @OptionGroup var options: StoreOptions
    @Option(help: "The team's name. Without it, the default team.") var team: String?
    @Argument(help: "The hero's name.") var name: String

    func perform(on database: DatabaseController) throws -> String {
        try database.addHero(try database.hero(named: name), to: database.currentTeam)
        return "\(name) joined the party"
    }
}

struct Leave: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a hero from the party.")

    @OptionGroup var options: StoreOptions
    @Option(help: "The team's name. Without it, the default team.") var team: String?
    @Argument(help: "The hero's name.") var name: String

    func perform(on database: DatabaseController) throws -> String {
        try database.removeHero(try database.hero(named: name), from: database.currentTeam)
        return "\(name) left the party"
    }
}
