import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-entity`: an entity more.
struct EditAddEntity: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-entity",
        abstract: "Add an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit add-entity Models/Shop.xcdatamodeld Invoice
              modelgen edit add-entity Models/Shop.xcdatamodeld Invoice --parent Order
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The name of the entity.") var name: String

    @Option(help: "The parent entity.") var parent: String?

    @Flag(help: "Make the entity abstract.") var abstract = false

    func run() async throws {
        let entity = Entity(
            name: name, representedClassName: name, isAbstract: abstract, parentName: parent,
            codeGeneration: .classDefinition, isSyncable: true)
        try await options.run { (model) throws(EditFailure) in try model.add(entity) }
    }
}
