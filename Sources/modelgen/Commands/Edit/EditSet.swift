import ArgumentParser
import ModelEvolution
import ModelSchema

/// `modelgen edit set`: other settings.
struct EditSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings of an entity, an attribute or a relationship.",
        discussion: """
            Settings have the names and the values of the model file; without a value, a setting goes. Flags are YES \
            or NO, counts are numbers from 0. The words of deletionRule are \(Self.words(DeleteRule.self)), those of \
            codeGenerationType \(Self.words(CodeGeneration.self)), and those of attributeType \
            \(Self.words(AttributeType.self)). What becomes to-many has no greatest count until it is set, and what \
            becomes to-one has 1.

            EXAMPLES:
              modelgen edit set Models/Shop.xcdatamodeld Order/note optional=NO \\
                "defaultValueString=none"
              modelgen edit set Models/Shop.xcdatamodeld Order/items deletionRule=Cascade
              modelgen edit set Models/Shop.xcdatamodeld Order versionHashModifier=2
            """)

    @OptionGroup var options: EditOptions

    @Argument(help: "The element: Order, or Order/date.", transform: ElementPath.init(argument:))
    var path: ElementPath

    @Argument(help: .init("Settings with their values.", valueName: "setting=value"))
    var settings: [String]

    func validate() throws {
        guard !settings.isEmpty, settings.allSatisfy({ $0.contains("=") && !$0.hasPrefix("=") }) else {
            throw ValidationError("write settings with values, such as optional=YES")
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
