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

    @Argument(help: "The name of the configuration.")
    var name: String

    @Argument(help: .init("The entities of the configuration.", valueName: "entity"))
    var entities: [String] = []

    @Flag(help: "Sync its stores with CloudKit.")
    var cloudKit = false

    func run() async throws {
        let configuration = Configuration(name: name, entityNames: entities, isUsedWithCloudKit: cloudKit)
        try await options.run { (model) throws(EditFailure) in try model.add(configuration) }
    }
}
