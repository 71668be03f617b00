import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-relationship`: a relationship more, and the one that points back.
struct EditAddRelationship: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-relationship",
        abstract: "Add a relationship to an entity, and its inverse to the destination.",
        discussion: """
            EXAMPLES:
              modelgen edit add-relationship Models/Shop.xcdatamodeld Order/lines Item \\
                --to-many --inverse order
              modelgen edit add-relationship Models/Shop.xcdatamodeld Tag/orders Order \\
                --to-many --inverse tags --inverse-to-many
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the relationship name, such as Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The destination entity.") var destination: String

    @Flag(help: "Make the relationship to-many.") var toMany = false

    @Flag(help: "Make the relationship ordered.") var ordered = false

    @Option(help: .init("The delete rule: Nullify, Cascade, Deny, or No Action.")) var deleteRule: DeleteRule = .nullify

    @Option(help: .init("The inverse relationship of the destination, which the command also adds.", valueName: "name"))
    var inverse: String?

    @Flag(help: "Make the inverse to-many.") var inverseToMany = false

    func run() async throws {
        let forth = Relationship(
            name: path.property ?? "", isOptional: true, isToMany: toMany, isOrdered: ordered, deleteRule: deleteRule,
            destinationName: destination)
        let back = inverse.map {
            Relationship(name: $0, isOptional: true, isToMany: inverseToMany, destinationName: path.entity)
        }
        try await options.run(on: ElementPath(path.entity)) { (model) throws(EditFailure) in
            try model.add(forth, to: path.entity, inverse: back)
        }
    }
}
