import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit add-constraint`: adds a uniqueness constraint to an entity.
struct EditAddConstraint: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-constraint", abstract: "Add a uniqueness constraint to an entity.",
        discussion: """
            No two objects of the entity can then have the same values for all these properties.

            EXAMPLES:
              modelgen edit add-constraint Models/Shop.xcdatamodeld Order date note
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The entity.") var entity: String

    @Argument(help: .init("The properties whose combined values must be unique.", valueName: "property"))
    var properties: [String]

    var subject: ElementPath? { ElementPath(entity) }

    func edit(_ model: inout Model) throws(EditError) {
        try model.add(UniquenessConstraint(properties), to: entity)
    }
}

/// `modelgen edit remove-constraint`: removes a uniqueness constraint from an entity.
struct EditRemoveConstraint: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-constraint", abstract: "Remove a uniqueness constraint from an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-constraint Models/Shop.xcdatamodeld Order date
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The entity.") var entity: String

    @Argument(help: .init("The properties whose combined values must be unique.", valueName: "property"))
    var properties: [String]

    var subject: ElementPath? { ElementPath(entity) }

    func edit(_ model: inout Model) throws(EditError) {
        try model.remove(UniquenessConstraint(properties), of: entity)
    }
}
