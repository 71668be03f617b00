import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit remove-user-info`: values less.
struct EditRemoveUserInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-user-info",
        abstract: "Remove user info from an entity, attribute, relationship, or fetched property.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-user-info Models/Shop.xcdatamodeld Order owner
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: "The keys to remove.")
    var keys: [String]

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in
            for key in keys { try model.removeUserInfo(key, of: path) }
        }
    }
}
