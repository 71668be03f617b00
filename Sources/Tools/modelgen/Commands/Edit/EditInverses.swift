import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit set-inverse`: makes two relationships inverses of each other.
struct EditSetInverse: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-inverse", abstract: "Make two existing relationships inverses of each other.",
        discussion: """
            If one of them has another inverse, that relationship then has none.

            EXAMPLES:
              modelgen edit set-inverse Models/Shop.xcdatamodeld Order/items owner
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(
        help: "The entity and the relationship name, such as Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The relationship of the destination that becomes the inverse.") var inverse: String

    var subject: ElementPath? { path }

    func edit(_ model: inout Model) throws(EditError) { try model.setInverse(of: path, to: inverse) }
}

/// `modelgen edit remove-inverse`: takes two relationships apart.
struct EditRemoveInverse: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-inverse", abstract: "Remove the inverse of a relationship, but keep both relationships.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-inverse Models/Shop.xcdatamodeld Tag/item
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(
        help: "The entity and the relationship name, such as Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    var subject: ElementPath? { path }

    func edit(_ model: inout Model) throws(EditError) { try model.removeInverse(of: path) }
}
