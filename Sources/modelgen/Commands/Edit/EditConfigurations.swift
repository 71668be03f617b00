import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit add-configuration`: a configuration more.
struct EditAddConfiguration: AsyncParsableCommand {
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

    func run() async throws {
        let configuration = Configuration(name: name, entityNames: entities, isUsedWithCloudKit: cloudKit)
        try await options.run { (model) throws(EditFailure) in try model.add(configuration) }
    }
}

/// `modelgen edit set-configuration`: other entities of a configuration.
struct EditSetConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-configuration",
        abstract: "Change the entities of a configuration.",
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

    func run() async throws {
        let names = entities.isEmpty ? nil : entities
        try await options.run { (model) throws(EditFailure) in
            try model.setConfiguration(name, entityNames: names, isUsedWithCloudKit: cloudKit)
        }
    }

    func validate() throws {
        guard !entities.isEmpty || cloudKit != nil else {
            throw ValidationError("specify entities, --cloud-kit, or --no-cloud-kit")
        }
    }
}

/// `modelgen edit remove-configuration`: a configuration less.
struct EditRemoveConfiguration: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-configuration",
        abstract: "Remove a configuration, but keep its entities.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-configuration Models/Shop.xcdatamodeld Local
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The name of the configuration.") var name: String

    func run() async throws {
        try await options.run { (model) throws(EditFailure) in try model.removeConfiguration(name) }
    }
}
