import ArgumentParser
import CommandArguments
import StoreAccess
import StoreMigration

/// The option for the names of tables and columns in a database.
struct NamingOption: ParsableArguments {
    enum Naming: String, CaseIterable, ExpressibleByArgument {
        case snakeCase = "snake-case"
        case model
    }

    @Option(
        help: """
            The names of tables and columns in a new \(StoreKinds.namesOfTableNaming("or")) store: in snake case, or \
            as in the model.
            """)
    var naming: Naming?

    /// A description of a new store with these names.
    ///
    /// - Throws: `CommandError` if the option is specified for a store without tables that people name.
    func applied(to store: any StoreAdministration) throws -> any StoreAdministration {
        guard let naming else { return store }
        guard var named = store as? any TableNaming else {
            throw CommandError(
                .usage,
                "--naming is for \(StoreKinds.namesOfTableNaming("and")) stores; \(store.displayName) is a "
                    + "\(type(of: store).systemName) store")
        }
        named.usesModelNames = naming == .model
        return named
    }
}
