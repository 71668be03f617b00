import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-constraint`: a uniqueness constraint more.
struct EditAddConstraint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-constraint",
        abstract: "Add a uniqueness constraint to an entity.",
        discussion: """
            No two objects of the entity can then have the same values for all these properties.

            EXAMPLES:
              modelgen edit add-constraint Models/Shop.xcdatamodeld Order date note
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The entity.") var entity: String

    @Argument(help: .init("The properties whose combined values must be unique.", valueName: "property"))
    var properties: [String]

    func run() async throws {
        let constraint = UniquenessConstraint(properties)
        try await options.run(on: ElementPath(entity)) { (model) throws(EditFailure) in
            try model.add(constraint, to: entity)
        }
    }
}

/// `modelgen edit remove-constraint`: a uniqueness constraint less.
struct EditRemoveConstraint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-constraint",
        abstract: "Remove a uniqueness constraint from an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-constraint Models/Shop.xcdatamodeld Order date
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The entity.") var entity: String

    @Argument(help: .init("The properties whose combined values must be unique.", valueName: "property"))
    var properties: [String]

    func run() async throws {
        let constraint = UniquenessConstraint(properties)
        try await options.run(on: ElementPath(entity)) { (model) throws(EditFailure) in
            try model.remove(constraint, of: entity)
        }
    }
}
