import ArgumentParser

struct List: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "List all heroes by name.")

    @OptionGroup var options: StoreOptions

    func perform(on database: DatabaseController) -> String {
        (HeroTable(heroes: database.heroes).lines + ["heroes: \(database.heroes.count)"]).joined(separator: "\n")
    }
}

struct Add: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The hero's name.") var name: String
    @Argument(help: "The hero's abilities.") var abilities: String
    @Argument(help: "The hero's universe.") var universe: Universe

    func perform(on database: DatabaseController) -> String {
        database.addSuperhero(name: name, abilities: abilities, universe: universe)
        return "Added \(name)"
    }
}

struct Delete: DatabaseCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a hero, who also leaves the party.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The hero's name.") var name: String

    func perform(on database: DatabaseController) throws -> String {
        database.deleteSuperhero(try database.hero(named: name))
        return "Deleted \(name)"
    }
}
