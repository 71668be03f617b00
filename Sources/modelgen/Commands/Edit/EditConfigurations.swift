import ArgumentParser
import ModelEvolution
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
    @Argument(help: "The name of the configuration.") var name: String
    @Argument(help: .init("The entities of the configuration.", valueName: "entity")) var entities: [String] = []
    @Flag(help: "Sync its stores with CloudKit.") var cloudKit = false

    func edit(_ model: inout Model) throws(EditFailure) {
        try model.add(Configuration(name: name, entityNames: entities, isUsedWithCloudKit: cloudKit))
    }
}

/// `modelgen edit set-configuration`: changes the entities of a configuration.
struct EditSetConfiguration: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-configuration", abstract: "Change the entities of a configuration.",
        discussion: """
            Options that you leave out keep their values.

            EXAMPLES:
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local Order Refund
              modelgen edit set-configuration Models/Shop.xcdatamodeld Local --no-cloud-kit
            """)

    @OptionGroup var options: EditOptions
    @Argument(help: "The name of the configuration.") var name: String

    @Argument(help: .init("The entities that replace the current ones.", valueName: "entity"))
    var entities: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether to sync its stores with CloudKit.") var cloudKit: Bool?

    func edit(_ model: inout Model) throws(EditFailure) {
        try model.setConfiguration(
            name, entityNames: entities.isEmpty ? nil : entities, isUsedWithCloudKit: cloudKit)
    }

    func validate() throws {
        guard !entities.isEmpty || cloudKit != nil else {
            throw ValidationError("specify entities, --cloud-kit, or --no-cloud-kit")
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
    @Argument(help: "The name of the configuration.") var name: String

    func edit(_ model: inout Model) throws(EditFailure) { try model.removeConfiguration(name) }
}
