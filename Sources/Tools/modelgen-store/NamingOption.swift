import ArgumentParser
import CommandArguments
import PostgreSQLStore
import StoreAccess

/// The option for the names of tables and columns in a database.
struct NamingOption: ParsableArguments {
    enum Naming: String, CaseIterable, ExpressibleByArgument {
        case snakeCase = "snake-case"
        case model
    }

    @Option(help: "The names of tables and columns in a new PostgreSQL store: in snake case, or as in the model.")
    var naming: Naming?

    /// The naming for a store in a database.
    var ofTables: PostgreSQLStoreOptions.Naming { naming == .model ? .model : .snakeCase }

    /// The naming for a store at a place.
    ///
    /// - Throws: `CommandFailure` if it is specified for a file.
    func ofTables(at place: StorePlace) throws -> PostgreSQLStoreOptions.Naming {
        if naming != nil, case .file = place {
            throw CommandFailure(.usage, "--naming is for PostgreSQL stores; \(place.name) is a file")
        }
        return ofTables
    }
}
