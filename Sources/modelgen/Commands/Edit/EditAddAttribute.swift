import ArgumentParser
import ModelDiagnostics
import ModelEvolution
import ModelSchema

/// `modelgen edit add-attribute`: an attribute more.
struct EditAddAttribute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-attribute",
        abstract: "Add an attribute to an entity, optional by default.",
        discussion: """
            EXAMPLES:
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/comment String
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/count \\
                "Integer 32" --required --default 1
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the attribute name, such as Order/note.", transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The type, as in the model file: String, \"Integer 32\", or Date.", transform: Self.type)
    var type: AttributeType

    @Flag(help: "Require a value.") var required = false

    @Option(name: .customLong("default"), help: "The default value, as in the model file.") var defaultValue: String?

    func run() async throws {
        let attribute = Attribute(
            name: path.property ?? "", type: type, isOptional: !required,
            usesScalarValueType: type.isScalar ? true : nil,
            defaultValueString: type == .date ? nil : defaultValue,
            defaultDateTimeInterval: type == .date ? defaultValue : nil)
        try await options.run(on: ElementPath(path.entity)) { (model) throws(EditFailure) in
            try model.add(attribute, to: path.entity)
        }
    }

    private static func type(_ text: String) throws -> AttributeType {
        if let type = AttributeType(rawValue: text) { return type }
        let names = AttributeType.allCases.map(\.rawValue)
        let hint = NearestName.to(text, among: names).map { "did you mean '\($0)'?" }
        throw ValidationError("unknown type '\(text)'; " + (hint ?? "use one of \(names.joined(separator: ", "))"))
    }
}

extension AttributeType {
    /// Whether model editors give new attributes of the type a scalar in code.
    fileprivate var isScalar: Bool { isInteger || [.double, .float, .boolean].contains(self) }
}
