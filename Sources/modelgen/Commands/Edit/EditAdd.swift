import ArgumentParser
import ModelDiagnostics
import ModelEvolution
import ModelSchema

/// `modelgen edit add-entity`: adds an entity.
struct EditAddEntity: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-entity", abstract: "Add an entity.",
        discussion: """
            EXAMPLES:
              modelgen edit add-entity Models/Shop.xcdatamodeld Invoice
              modelgen edit add-entity Models/Shop.xcdatamodeld Invoice --parent Order
            """)

    @OptionGroup var options: EditOptions
    @Argument(help: "The name of the entity.") var name: String
    @Option(help: "The parent entity.") var parent: String?
    @Flag(help: "Make the entity abstract.") var abstract = false

    func edit(_ model: inout Model) throws(EditFailure) {
        try model.add(
            Entity(
                name: name, representedClassName: name, isAbstract: abstract, parentName: parent,
                codeGeneration: .classDefinition, isSyncable: true))
    }
}

/// `modelgen edit add-attribute`: adds an attribute to an entity.
struct EditAddAttribute: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-attribute", abstract: "Add an attribute to an entity, optional by default.",
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

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditFailure) {
        let attribute = Attribute(
            name: path.property ?? "", type: type, isOptional: !required,
            usesScalarValueType: type.isScalar ? true : nil, defaultValueString: type == .date ? nil : defaultValue,
            defaultDateTimeInterval: type == .date ? defaultValue : nil)
        try model.add(attribute, to: path.entity)
    }

    private static func type(_ text: String) throws -> AttributeType {
        if let type = AttributeType(rawValue: text) { return type }
        let hint = NearestName.hint(for: text, among: AttributeType.allCases.map(\.rawValue))
        throw ValidationError("unknown type '\(text)'; \(hint)")
    }
}

extension AttributeType {
    /// Whether model editors give new attributes of the type a scalar in code.
    fileprivate var isScalar: Bool { isInteger || [.double, .float, .boolean].contains(self) }
}

/// `modelgen edit add-relationship`: adds a relationship and its inverse.
struct EditAddRelationship: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-relationship",
        abstract: "Add a relationship to an entity, and its inverse to the destination.",
        discussion: """
            EXAMPLES:
              modelgen edit add-relationship Models/Shop.xcdatamodeld Order/lines Item \\
                --to-many --inverse order
              modelgen edit add-relationship Models/Shop.xcdatamodeld Tag/orders Order \\
                --to-many --inverse tags --inverse-to-many
            """)

    @OptionGroup var options: EditOptions

    @Argument(
        help: "The entity and the relationship name, such as Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The destination entity.") var destination: String
    @Flag(help: "Make the relationship to-many.") var toMany = false
    @Flag(help: "Make the relationship ordered.") var ordered = false
    @Option(help: .init("The delete rule: Nullify, Cascade, Deny, or No Action.")) var deleteRule: DeleteRule = .nullify

    @Option(help: .init("The inverse relationship of the destination, which the command also adds.", valueName: "name"))
    var inverse: String?

    @Flag(help: "Make the inverse to-many.") var inverseToMany = false

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditFailure) {
        let forth = Relationship(
            name: path.property ?? "", isOptional: true, isToMany: toMany, isOrdered: ordered, deleteRule: deleteRule,
            destinationName: destination)
        let back = inverse.map {
            Relationship(name: $0, isOptional: true, isToMany: inverseToMany, destinationName: path.entity)
        }
        try model.add(forth, to: path.entity, inverse: back)
    }
}
