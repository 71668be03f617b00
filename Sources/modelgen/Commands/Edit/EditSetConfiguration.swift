import ArgumentParser
import ModelEvolution
import ModelSchema

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

    @Argument(help: "The name of the configuration.")
    var name: String

    @Argument(help: .init("The entities that replace the current ones.", valueName: "entity"))
    var entities: [String] = []

    @Flag(inversion: .prefixedNo, help: "Whether to sync its stores with CloudKit.")
    var cloudKit: Bool?

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
