import ArgumentParser
import CommandArguments
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store stats`.
struct Statistics: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count the objects in a store, and the values of their properties.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "An entity whose property values to count.")
    var entity: String?

    func perform() throws {
        let context = try options.open()
        guard let name = entity else {
            return try StoreStatistics.entities(in: context).text.write(to: nil)
        }
        guard let entity = context.managedObjectModel.entitiesByName[name] else {
            throw StoreFailure(
                exitCode: 64, "the model '\(context.managedObjectModel.name)' has no entity '\(name)'")
        }
        try StoreStatistics.properties(of: entity, in: context).text.write(to: nil)
    }
}
