import ArgumentParser
import CommandArguments
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit set-user-info`: sets user info.
struct EditSetUserInfo: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-user-info",
        abstract: "Set user info of an entity or a property.",
        discussion: """
            The command replaces the value of an existing key.

            EXAMPLES:
              modelgen edit set-user-info Models/Shop.xcdatamodeld Order/note \\
                modelgen.enum=Note "modelgen.enum.cases=short, long"
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: .init("The keys and their values.", valueName: "key=value"), transform: NamedValue.init(argument:))
    var values: [NamedValue]

    var subject: ElementPath? { path }

    func validate() throws { try values.refuseSeveralValues() }

    func edit(_ model: inout Model) throws(EditError) {
        for value in values { try model.setUserInfo(value.value, for: value.name, of: path) }
    }
}

/// `modelgen edit remove-user-info`: removes user info.
struct EditRemoveUserInfo: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-user-info",
        abstract: "Remove user info from an entity or a property.",
        discussion: """
            EXAMPLES:
              modelgen edit remove-user-info Models/Shop.xcdatamodeld Order owner
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: "The keys to remove.") var keys: [String]

    var subject: ElementPath? { path }

    func edit(_ model: inout Model) throws(EditError) {
        for key in keys { try model.removeUserInfo(key, of: path) }
    }
}
