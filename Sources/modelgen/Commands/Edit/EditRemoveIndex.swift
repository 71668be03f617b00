import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit remove-index`: an index less.
struct EditRemoveIndex: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-index",
        abstract: "Remove an index from an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-index Models/Shop.xcdatamodeld Order/byDate
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    func run() async throws {
        try await options.run(on: ElementPath(path.entity)) { (model) throws(EditFailure) in
            try model.removeIndex(path.property ?? "", of: path.entity)
        }
    }
}
