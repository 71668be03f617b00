import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit rename`: another name, with a renaming identifier.
struct EditRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename an entity, an attribute or a relationship, with its renaming identifier.",
        discussion: """
            Whatever refers to the element by name follows: parents, destinations, inverses, indexes, constraints, \
            configurations and fetches. The text of predicates and the class of an entity stay.

            EXAMPLES:
              modelgen edit rename Models/Shop.xcdatamodeld Order/date orderDate
              modelgen edit rename Models/Shop.xcdatamodeld Order Purchase --dry-run
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element: Order, or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: "The new name.")
    var name: String

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in try model.rename(path, to: name) }
    }
}
