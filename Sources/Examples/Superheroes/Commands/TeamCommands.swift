import ArgumentParser
import ObjectGraph

struct Teams: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "List all teams by name.")

    @OptionGroup var options: StoreOptions

    func perform(on database: DatabaseController) -> String {
        let lines = database.teams.map { "\($0.name ?? "") (\($0.heroes.count))" }
        return (lines + ["\(lines.count) of \(DatabaseController.teamLimit) teams"]).joined(separator: "\n")
    }
}

struct CreateTeam: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Add a team. There can be ten.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The team's name.") var name: String

    func perform(on database: DatabaseController) throws -> String {
        try database.addTeam(name: name)
        return "Created \(name)"
    }
}

struct DeleteTeam: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a team, but not its heroes.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The team's name.") var name: String

    func perform(on database: DatabaseController) throws -> String {
        try database.deleteTeam(try database.team(named: name))
        return "Deleted \(name)"
    }
}
