import ArgumentParser
import CommandArguments
import FileAccess
import ModelEvolution
import ModelProjects
import ModelSchema

/// `modelgen edit rename`: renames an element, and sets its renaming identifier.
struct EditRename: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename an entity, composite, or property, and set its renaming identifier.",
        discussion: """
            The command also updates references to the name in parents, destinations, inverses, attributes of a \
            composite, indexes, constraints, configurations, and fetches, and the keys in predicates and expressions. \
            It does not change the class of an entity. It lists the predicates with its name as a string, which stays. \
            Composites and fetched properties have no renaming identifier.

            EXAMPLES:
              modelgen edit rename Models/Shop.xcdatamodeld Order/date orderDate
              modelgen edit rename Models/Shop.xcdatamodeld Address/city town
              modelgen edit rename Models/Shop.xcdatamodeld Order Purchase --dry-run
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: "The new name.") var name: String

    var subject: ElementPath? { path }

    func run() throws {
        var texts: [String] = []
        try options.run(on: subject, isRenaming: true) { (model) throws(EditError) in
            let isEntity = path.property == nil && model.entities.contains { $0.name == path.entity }
            try edit(&model)
            // A string with the name of a property or a composite usually means something else.
            if isEntity { texts = model.expressions(containing: path.entity) }
        }
        for text in texts {
            StandardError.writeNote(
                "modelgen: note: \(text) contains the string '\(path.entity)', which does not change; check whether it "
                    + "means the entity\n")
        }
    }

    func edit(_ model: inout Model) throws(EditError) { try model.rename(path, to: name) }
}

/// `modelgen edit set`: changes settings of an element.
struct EditSet: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change the settings of an entity or a property.",
        discussion: """
            Settings use the names and values of the model file. A setting without a value is removed, except that a \
            String can have an empty default: remove it with --remove. Flags are YES or NO, and counts are integers of \
            at least 0. The values of deletionRule are \(Self.words(DeleteRule.self)), those of codeGenerationType are \
            \(Self.words(CodeGeneration.self)), and those of attributeType are \
            \(Self.words(AttributeType.self)). A relationship that becomes to-many has no maximum count until you set \
            it. One that becomes to-one has the maximum count 1. A fetched property also has the \
            settings of its fetch.

            EXAMPLES:
              modelgen edit set Models/Shop.xcdatamodeld Order/note optional=NO \\
                "defaultValueString=none"
              modelgen edit set Models/Shop.xcdatamodeld Order/items deletionRule=Cascade
              modelgen edit set Models/Shop.xcdatamodeld Order versionHashModifier=2
              modelgen edit set Models/Shop.xcdatamodeld Order/note \\
                --remove defaultValueString
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @OptionGroup var settings: SettingArguments

    func validate() throws {
        guard !settings.isEmpty else { throw ValidationError("specify settings and values, such as optional=YES") }
    }

    /// The words that a setting of the file can have.
    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        Word.allCases.map(\.rawValue).joined(separator: ", ")
    }

    var subject: ElementPath? { path }

    func edit(_ model: inout Model) throws(EditError) { try model.set(settings.changes, of: path) }
}

/// The settings that a command changes, by their names in the model file.
struct SettingArguments: ParsableArguments {
    @Argument(help: .init("The settings and their values.", valueName: "setting=value")) var settings: [String] = []

    @Option(
        name: .customLong("remove"),
        help: .init(
            "A setting to remove, by its name in the model file. Repeat the option for several.", valueName: "setting"))
    var removedSettings: [String] = []

    func validate() throws {
        guard settings.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
            throw ValidationError("specify settings and values, such as optional=YES")
        }
        let values = try settings.map(NamedValue.init(argument:))
        try values.refuseSeveralValues()
        if let name = removedSettings.first(where: { name in values.contains { $0.name == name } }) {
            throw ValidationError("'\(name)' is both set and removed; keep one of them")
        }
    }

    /// Whether nothing changes.
    var isEmpty: Bool { settings.isEmpty && removedSettings.isEmpty }

    /// The changes in order: the settings with their values, and then those to remove, without one.
    var changes: [(name: String, value: String?)] {
        let changes = settings.map { setting -> (name: String, value: String?) in
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        return changes + removedSettings.map { ($0, nil) }
    }
}

/// `modelgen edit remove`: removes an entity, a composite, or a property.
struct EditRemove: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an entity, a composite, or a property.",
        discussion: """
            The command removes a relationship with its inverse. It does not remove an element that another element \
            refers to.

            EXAMPLES:
              modelgen edit remove Models/Shop.xcdatamodeld Order/note
              modelgen edit remove Models/Shop.xcdatamodeld Refund --dry-run
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    var subject: ElementPath? { path }

    func edit(_ model: inout Model) throws(EditError) { try model.remove(path) }
}
