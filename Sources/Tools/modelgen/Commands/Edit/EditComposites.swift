import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit add-composite`: adds a composite.
struct EditAddComposite: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-composite", abstract: "Add a composite, which is several attributes under one name.",
        discussion: """
            Its members are attributes: add them with add-attribute, and change them with set, rename, and remove. An \
            attribute of an entity, or of another composite, then has the type Composite.

            EXAMPLES:
              modelgen edit add-composite Models/Shop.xcdatamodeld Place
              modelgen edit add-attribute Models/Shop.xcdatamodeld Address/street String
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/address \\
                Composite --composite Address
              modelgen edit remove Models/Shop.xcdatamodeld Address/city
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the composite.") var name: String

    func edit(_ model: inout Model) throws(EditError) { try model.add(Composite(name: name, attributes: [])) }
}
