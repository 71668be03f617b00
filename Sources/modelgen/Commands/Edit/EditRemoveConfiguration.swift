import ArgumentParser
import ModelEvolution
import ModelSchema

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

    @Argument(help: "The name of the configuration.")
    var name: String

    func run() async throws {
        try await options.run { (model) throws(EditFailure) in try model.removeConfiguration(name) }
    }
}
