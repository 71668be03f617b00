import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit add-configuration`: adds a configuration.
struct EditAddConfiguration: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-configuration",
        abstract: "Add a configuration, which is a set of entities with their own store.",
        discussion: """
            EXAMPLES:
              modelgen edit add-configuration Models/Shop.xcdatamodeld Cloud Tag --cloud-kit
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the configuration.") var name: String
    @Argument(help: .init("The entities of the configuration.", valueName: "entity")) var entities: [String] = []
    @Flag(help: "Sync its stores with CloudKit.") var cloudKit = false

    func edit(_ model: inout Model) throws(EditError) {
        try model.add(Configuration(name: name, entityNames: entities, isUsedWithCloudKit: cloudKit))
    }
}

/// `modelgen edit set-configuration`: changes the entities of a configuration.
struct EditSetConfiguration: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-configuration", abstract: "Change the entities or the name of a configuration.",
        discussion: """
            Options that you leave out keep their values.

            EXAMPLES:
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local Order Refund
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local --add Tag
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local --name Device
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local --no-cloud-kit
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the configuration.") var name: String

    @Argument(help: .init("The entities that replace the current ones.", valueName: "entity"))
    var entities: [String] = []

    @Option(
        name: .customLong("add"),
        help: .init("An entity to add. Repeat the option for several.", valueName: "entity"))
    var addedEntities: [String] = []

    @Option(
        name: .customLong("remove"),
        help: .init("An entity to take out. Repeat the option for several.", valueName: "entity"))
    var removedEntities: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether to sync its stores with CloudKit.") var cloudKit: Bool?
    @Option(name: .customLong("name"), help: .init("The new name.", valueName: "name")) var newName: String?

    func edit(_ model: inout Model) throws(EditError) {
        try model.setConfiguration(
            name, entityNames: entities.isEmpty ? nil : entities, adding: addedEntities, removing: removedEntities,
            isUsedWithCloudKit: cloudKit, newName: newName)
    }

    func validate() throws {
        guard !(entities + addedEntities + removedEntities).isEmpty || cloudKit != nil || newName != nil else {
            throw ValidationError("specify entities, --add, --remove, --cloud-kit, --no-cloud-kit, or --name")
        }
    }
}

/// `modelgen edit remove-configuration`: removes a configuration.
struct EditRemoveConfiguration: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-configuration", abstract: "Remove a configuration, but keep its entities.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-configuration Models/Shop.xcdatamodeld Local
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the configuration.") var name: String

    func edit(_ model: inout Model) throws(EditError) { try model.removeConfiguration(name) }
}
