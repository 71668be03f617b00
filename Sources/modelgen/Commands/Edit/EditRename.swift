import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit rename`: another name, with a renaming identifier.
struct EditRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename an entity, attribute, or relationship, and set its renaming identifier.",
        discussion: """
            The command also updates references to the name in parents, destinations, inverses, indexes, constraints, \
            configurations, and fetches. It does not change predicates or the class of an entity.

            EXAMPLES:
              modelgen edit rename Models/Shop.xcdatamodeld Order/date orderDate
              modelgen edit rename Models/Shop.xcdatamodeld Order Purchase --dry-run
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: "The new name.") var name: String

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in try model.rename(path, to: name) }
    }
}
