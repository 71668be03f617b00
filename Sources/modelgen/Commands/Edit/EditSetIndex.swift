import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit set-index`: another index of the same name.
struct EditSetIndex: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-index",
        abstract: "Change the columns or predicate of an index.",
        discussion: """
            Options that you leave out keep their values.

            EXAMPLES:
              modelgen edit set-index Models/Shop.xcdatamodeld Order/byDate date:descending
              modelgen edit set-index Models/Shop.xcdatamodeld Order/byDate --where ""
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    @OptionGroup var columns: IndexColumns

    func run() async throws {
        let elements = columns.columns.isEmpty ? nil : columns.elements
        try await options.run(on: ElementPath(path.entity)) { (model) throws(EditFailure) in
            try model.setIndex(
                path.property ?? "", of: path.entity, elements: elements, partialIndexPredicate: columns.condition)
        }
    }

    func validate() throws {
        guard !columns.columns.isEmpty || columns.condition != nil else {
            throw ValidationError("specify properties, or a predicate with --where")
        }
        guard !columns.columns.isEmpty || !columns.rTree else { throw ValidationError("--r-tree requires columns") }
    }
}
