import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-relationship`: a relationship more, and the one that leads back.
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
        help: "The entity and the name of the relationship: Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The destination entity.")
    var destination: String

    @Flag(help: "Whether there may be more than one destination.")
    var toMany = false

    @Flag(help: "Whether the destinations have an order.")
    var ordered = false

    @Option(help: .init("What happens to destinations when the object is deleted: Nullify, Cascade, Deny, No Action."))
    var deleteRule: DeleteRule = .nullify

    @Option(help: .init("The relationship of the destination that leads back; it is made, too.", valueName: "name"))
    var inverse: String?

    @Flag(help: "Whether the inverse may have more than one destination.")
    var inverseToMany = false

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
