import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit remove`: an element less.
struct EditRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an entity, an attribute, or a relationship with its inverse.",
        discussion: """
            The command does not remove an element that another element refers to.

            EXAMPLES:
              modelgen edit remove Models/Shop.xcdatamodeld Order/note
              modelgen edit remove Models/Shop.xcdatamodeld Refund --dry-run
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in try model.remove(path) }
    }
}
