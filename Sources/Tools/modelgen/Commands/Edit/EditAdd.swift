import ArgumentParser
import CommandArguments
import ModelDiagnostics
import ModelEvolution
import ModelProjects
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
    @OptionGroup(title: "Common Options") var common: CommonOptions
    @Argument(help: "The name of the entity.") var name: String
    @Option(help: "The parent entity.") var parent: String?
    @Flag(help: "Make the entity abstract.") var abstract = false

    func edit(_ model: inout Model) throws(EditError) {
        try model.add(
            Entity(
                name: name, representedClassName: name, isAbstract: abstract, parentName: parent,
                codeGeneration: .classDefinition, isSyncable: true))
    }
}

/// `modelgen edit add-attribute`: adds an attribute to an entity.
struct EditAddAttribute: EditCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-attribute", abstract: "Add an attribute to an entity or a composite, optional by default.",
        discussion: """
            The store computes a derived attribute from its expression. The enum is written into the user info, from \
            which code is generated.

            EXAMPLES:
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/comment String
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/count \\
                "Integer 32" --required --default 1
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/itemCount \\
                "Integer 64" --derivation items.@count
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/status \\
                "Integer 16" --required --default 0 --enum Status \\
                --cases "draft = 0, paid = 1"
              modelgen edit add-attribute Models/Shop.xcdatamodeld Address/street String
              modelgen edit add-attribute Models/Shop.xcdatamodeld Order/address \\
                Composite --composite Address
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(
        help: "The entity or composite, and the attribute name, such as Order/note.", completion: .nothing,
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(
        help: "The type, as in the model file: String, \"Integer 32\", or Date.",
        completion: .words(AttributeType.allCases.map(\.rawValue)), transform: Self.type)
    var type: AttributeType

    @Flag(help: "Require a value.") var required = false
    @Option(name: .customLong("default"), help: "The default value, as in the model file.") var defaultValue: String?
    @Flag(help: "Never store the value.") var transient = false

    @Option(help: .init("The expression that a derived attribute is computed from.", valueName: "expression"))
    var derivation: String?

    @Option(help: .init("The composite of an attribute of type Composite.", valueName: "name")) var composite: String?

    @Option(name: .customLong("enum"), help: .init("The enum of an Integer or a String.", valueName: "name"))
    var enumeration: String?

    @Option(
        help: .init(
            "The cases of the enum and their raw values, such as \"draft = 0, paid = 1\". "
                + "Without them, the enum is your own.",
            valueName: "list"))
    var cases: String?

    func validate() throws {
        guard (type == .composite) == (composite != nil) else {
            throw ValidationError(
                composite == nil
                    ? "an attribute of type Composite requires --composite" : "--composite requires the type Composite")
        }
        guard cases == nil || enumeration != nil else {
            throw ValidationError("--cases requires --enum with the name of the enum")
        }
        guard derivation == nil || (!transient && defaultValue == nil) else {
            throw ValidationError(
                "a derived attribute cannot have \(transient ? "--transient" : "--default"), "
                    + "because the store computes it"
            )
        }
    }

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        let attribute = Attribute(
            name: path.property ?? "", type: type, isOptional: !required, isTransient: transient,
            isDerived: derivation != nil, derivationExpression: derivation,
            usesScalarValueType: type.isScalar ? true : nil, defaultValueString: type == .date ? nil : defaultValue,
            defaultDateTimeInterval: type == .date ? defaultValue : nil, compositeName: composite,
            userInfo: enumerationInfo)
        try model.add(attribute, to: path.entity)
    }

    private var enumerationInfo: UserInfo {
        let entries = [(AttributeEnumeration.Key.typeName, enumeration), (.cases, cases)]
        return UserInfo(
            entries: entries.compactMap { key, value in value.map { UserInfo.Entry(key: key.rawValue, value: $0) } })
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
              modelgen edit add-relationship Models/Shop.xcdatamodeld Refund/order Order \\
                --required --inverse refunds --inverse-to-many
            """)

    @OptionGroup var options: EditOptions
    @OptionGroup(title: "Common Options") var common: CommonOptions

    @Argument(
        help: "The entity and the relationship name, such as Order/items.",
        transform: ElementPath.init(propertyArgument:))
    var path: ElementPath

    @Argument(help: "The destination entity.") var destination: String
    @Flag(help: "Require a destination.") var required = false
    @Flag(help: "Make the relationship to-many.") var toMany = false
    @Flag(help: "Make the relationship ordered.") var ordered = false
    @Option(help: .init("The delete rule: Nullify, Cascade, Deny, or No Action.")) var deleteRule: DeleteRule = .nullify

    @Option(help: .init("The inverse relationship of the destination, which the command also adds.", valueName: "name"))
    var inverse: String?

    @Flag(help: "Make the inverse to-many.") var inverseToMany = false
    @Flag(help: "Make the inverse require a destination.") var inverseRequired = false

    func validate() throws {
        guard inverse != nil || (!inverseToMany && !inverseRequired) else {
            throw ValidationError(
                "--inverse-\(inverseToMany ? "to-many" : "required") requires --inverse with the name of the inverse")
        }
    }

    var subject: ElementPath? { ElementPath(path.entity) }

    func edit(_ model: inout Model) throws(EditError) {
        let forth = Relationship(
            name: path.property ?? "", isOptional: !required, isToMany: toMany, isOrdered: ordered,
            deleteRule: deleteRule,
            destinationName: destination)
        let back = inverse.map {
            Relationship(
                name: $0, isOptional: !inverseRequired, isToMany: inverseToMany, destinationName: path.entity)
        }
        try model.add(forth, to: path.entity, inverse: back)
    }
}
