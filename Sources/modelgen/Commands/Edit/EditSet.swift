import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit set`: other settings.
struct EditSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change the settings of an entity, attribute, or relationship.",
        discussion: """
            Settings use the names and values of the model file. A setting without a value is removed. Flags are YES or \
            NO, and counts are integers of at least 0. The values of deletionRule are \(Self.words(DeleteRule.self)), \
            those of codeGenerationType are \(Self.words(CodeGeneration.self)), and those of attributeType are \
            \(Self.words(AttributeType.self)). A relationship that becomes to-many has no maximum count until you set \
            it. One that becomes to-one has the maximum count 1.

            EXAMPLES:
              modelgen edit set Models/Shop.xcdatamodeld Order/note optional=NO \\
                "defaultValueString=none"
              modelgen edit set Models/Shop.xcdatamodeld Order/items deletionRule=Cascade
              modelgen edit set Models/Shop.xcdatamodeld Order versionHashModifier=2
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element, such as Order or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: .init("The settings and their values.", valueName: "setting=value")) var settings: [String]

    func validate() throws {
        guard !settings.isEmpty, settings.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
            throw ValidationError("specify settings and values, such as optional=YES")
        }
    }

    /// The words that a setting of the file can have.
    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        Word.allCases.map(\.rawValue).joined(separator: ", ")
    }

    func run() async throws {
        try await options.run(on: path) { (model) throws(EditFailure) in
            for setting in settings {
                let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                try model.set(String(parts[0]), to: String(parts[1]), of: path)
            }
        }
    }
}
