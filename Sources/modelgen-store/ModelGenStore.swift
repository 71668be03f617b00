import ArgumentParser

/// The program behind `modelgen store`.
@main
struct ModelGenStore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        _superCommandName: "modelgen",
        abstract: "Query, count, export, import, check and convert JSON and SQLite stores.",
        discussion: """
            A query names an entity, and may go on with clauses:

              ENTITY [where PREDICATE] [sort KEY [asc|desc] [nocase|localized|natural], …]
                     [limit N] [offset N] [columns EXPRESSION, …]

            The predicate is one of the format language. Columns are key paths and expressions such as team.name or
            teams.@count; id is the number of the object.

            A store is a JSON file, or a SQLite file as Core Data writes it. A SQLite store keeps its model, so that --model
            may be left out.

            EXAMPLES:
              modelgen store query Heroes.json --model Models/Superheroes.xcdatamodeld \\
                "Superhero where universe == 1 sort name limit 10"
              modelgen store import Heroes.json --model Models/Superheroes.xcdatamodeld --entity Superhero heroes.csv
              modelgen store query App.sqlite "Trip sort name"
            """,
        subcommands: [
            Query.self, Count.self, Export.self, Import.self, Statistics.self, Check.self, Repair.self, Backup.self,
            Convert.self,
            ModelOfStore.self, Schema.self,
        ])
}
