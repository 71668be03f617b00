import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit add-index`: adds an index to an entity.
struct EditAddIndex: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-index", abstract: "Add an index to an entity.",
        discussion: """
            The columns are own or inherited properties of the entity, in index order.

            EXAMPLES:
              modelgen edit add-index Models/Shop.xcdatamodeld Order/byNote note
              modelgen edit add-index Models/Shop.xcdatamodeld Order/newest \\
                date:descending note --where "note != nil"
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    @OptionGroup var columns: IndexColumns

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        let index = FetchIndex(
            name: path.property ?? "", elements: columns.elements, partialIndexPredicate: columns.predicate)
        try model.add(index, to: path.entity)
    }

    func validate() throws {
        guard !columns.columns.isEmpty else { throw ValidationError("specify the properties that the index covers") }
    }
}

/// `modelgen edit set-index`: changes the columns or predicate of an index.
struct EditSetIndex: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-index", abstract: "Change the columns, predicate, or name of an index.",
        discussion: """
            Options that you leave out keep their values.

            EXAMPLES:
              modelgen edit set-index Models/Shop.xcdatamodeld Order/byDate date:descending
              modelgen edit set-index Models/Shop.xcdatamodeld Order/byDate --where ""
              modelgen edit set-index Models/Shop.xcdatamodeld Order/byDate --name newest
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    @OptionGroup var columns: IndexColumns
    @Option(help: .init("The new name.", valueName: "name")) var name: String?

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        try model.setIndex(
            path.property ?? "", of: path.entity, elements: columns.columns.isEmpty ? nil : columns.elements,
            partialIndexPredicate: columns.condition, newName: name)
    }

    func validate() throws {
        guard !columns.columns.isEmpty || columns.condition != nil || name != nil else {
            throw ValidationError("specify properties, a predicate with --where, or a name with --name")
        }
        guard !columns.columns.isEmpty || !columns.rTree else { throw ValidationError("--r-tree requires columns") }
    }
}

/// `modelgen edit remove-index`: removes an index from an entity.
struct EditRemoveIndex: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-index", abstract: "Remove an index from an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-index Models/Shop.xcdatamodeld Order/byDate
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The entity and the index name, such as Order/byDate.", transform: ElementPath.init(indexArgument:))
    var path: ElementPath

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        try model.removeIndex(path.property ?? "", of: path.entity)
    }
}

/// The columns and predicate of an index.
struct IndexColumns: ParsableArguments {
    /// A property and its sort order in the index.
    struct Column: Sendable, Hashable {
        var property: String
        var order: FetchIndex.Element.Order

        /// Reads `date` or `date:descending`.
        init(argument: String) throws {
            let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let words = FetchIndex.Element.Order.allCases.map(\.rawValue)
            guard let property = parts.first, !property.isEmpty,
                let order = parts.count == 1 ? .ascending : FetchIndex.Element.Order(rawValue: parts[1])
            else {
                throw ValidationError(
                    "specify a property, or a property with its order, such as "
                        + "date:\(words.joined(separator: " or date:"))"
                )
            }
            self.property = property
            self.order = order
        }
    }

    @Argument(
        help: .init(
            "The properties, each with an optional order, such as date or date:descending.", valueName: "property"),
        transform: Column.init(argument:))
    var columns: [Column] = []

    @Option(
        name: .customLong("where"),
        help: .init("The predicate of a partial index, or an empty string to remove it.", valueName: "predicate"))
    var condition: String?

    @Flag(help: "Make an R-tree index, for spatial searches.") var rTree = false

    /// The columns, in index order.
    var elements: [FetchIndex.Element] {
        columns.map {
            FetchIndex.Element(propertyName: $0.property, kind: rTree ? .rTree : .binary, order: $0.order)
        }
    }

    /// The predicate of a partial index; nil for an index of all objects.
    var predicate: String? { condition.flatMap { $0.isEmpty ? nil : $0 } }
}
