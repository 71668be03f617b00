import ArgumentParser
import CommandArguments
import ModelCompiler
import StoreAccess

/// The program behind `modelgen store`.
struct ModelGenStore: ParsableCommand {
    /// The name of the program in its help.
    @TaskLocal static var programName = "modelgen store"

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: programName,
            abstract: "Query, count, export, import, check, and convert \(StoreKinds.names("and")) stores.",
            discussion: """
                A query consists of an entity and optional clauses:

                  ENTITY [where PREDICATE] [sort KEY [asc|desc] [nocase|localized|natural], …]
                         [limit N] [offset N] [columns EXPRESSION, …]

                The predicate uses Core Data's predicate format. Columns are key paths and expressions such as \
                team.name or teams.@count. The key id is the number of the object.

                A store is \(StoreKinds.argumentForms). Keep the password for PostgreSQL in ~/.pgpass or PGPASSWORD. \
                By default, the model is the one in the store, or the one of modelgen.yml in the working folder.

                EXAMPLES:
                  modelgen store query Heroes.json --model Models/Superheroes.xcdatamodeld \\
                    "Superhero where universe == 'dc' sort name limit 10"
                  modelgen store import Heroes.json heroes.csv --entity Superhero
                  modelgen store query App.sqlite "Trip sort name"
                """,
            version: ToolVersion.current,
            subcommands: [
                Query.self, Count.self, Export.self, Import.self, Create.self, Statistics.self, Check.self, Repair.self,
                Backup.self, Convert.self, Migrate.self, ModelOfStore.self, Schema.self,
            ])
    }
}
