import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit set-user-info`: values for code generators and others.
struct EditSetUserInfo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-user-info",
        abstract: "Attach values to an entity, an attribute, a relationship or a fetched property.",
        discussion: """
            A key that the element has gets another value.

            EXAMPLES:
              modelgen edit set-user-info Models/Shop.xcdatamodeld Order/note \\
                modelgen.enum=Note "modelgen.enum.cases=short, long"
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element: Order, or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: .init("Keys with their values.", valueName: "key=value"), transform: NamedValue.init(argument:))
    var values: [NamedValue]

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in
            for value in values { try model.setUserInfo(value.value, for: value.name, of: path) }
        }
    }
}
