import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-index`: an index more.
struct EditAddIndex: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-index",
        abstract: "Add an index to an entity.",
        discussion: """
            The columns are own or inherited properties of the entity, in index order.

            EXAMPLES:
              modelgen edit add-index Models/Shop.xcdatamodeld Order/byNote note
              modelgen edit add-index Models/Shop.xcdatamodeld Order/newest \\
                date:descending note --where "note != nil"
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    @OptionGroup var columns: IndexColumns

    func run() async throws {
        let index = FetchIndex(
            name: path.property ?? "", elements: columns.elements, partialIndexPredicate: columns.predicate)
        try await options.run(on: ElementPath(path.entity)) { (model) throws(EditFailure) in
            try model.add(index, to: path.entity)
        }
    }

    func validate() throws {
        guard !columns.columns.isEmpty else { throw ValidationError("specify the properties that the index covers") }
    }
}
