import ModelSchema
import StencilTemplates

/// A stored property of a class with SwiftData's macro.
struct SwiftDataPropertyContext: TemplateRecord {
    var documentation: [String]
    var macro: String
    var setterAccess: String
    var name: String
    var type: String
    var defaultValue: String?
    var isRelationship: Bool

    static let fields: TemplateFields<Self> = [
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
        .init("macro", \.macro, "The whole macro, such as `@Attribute(.unique)`; empty if it needs none."),
        .init("setterAccess", \.setterAccess, "`private(set)` followed by a space, or empty."),
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("defaultValue", \.defaultValue, "The expression of the default value; empty if there is none."),
        .init("isRelationship", \.isRelationship, "Whether the property is a relationship."),
    ]
}

extension SwiftDataPropertyContext {
    init(_ attribute: Attribute, of item: SwiftDataClass) {
        let mapping = SwiftDataTypeMapping(attribute, namer: item.namer)
        documentation = DocumentationComment(attribute.userInfo).lines
        setterAccess = attribute.isReadOnlyByUserInfo ? "private(set) " : ""
        name = item.namer.storedMemberName(attribute.name, of: item.entity)
        type = mapping.type
        defaultValue = mapping.defaultValue(of: attribute, among: item.memberNames)
        isRelationship = false
        macro = Self.macro(of: attribute, in: item)
    }

    private static func macro(of attribute: Attribute, in item: SwiftDataClass) -> String {
        if attribute.isTransient { return "@" + item.namer.type("Transient", in: .swiftData) }
        var arguments: [String] = []
        if item.uniqueAttributeNames.contains(attribute.name) { arguments.append(".unique") }
        if attribute.allowsExternalBinaryDataStorage { arguments.append(".externalStorage") }
        if attribute.allowsCloudEncryption { arguments.append(".allowsCloudEncryption") }
        if attribute.preservesValueInHistoryOnDeletion { arguments.append(".preserveValueOnDeletion") }
        if attribute.isIndexedBySpotlight { arguments.append(".spotlight") }
        if attribute.type == .transformable {
            let transformer = attribute.valueTransformerName ?? Attribute.defaultTransformerName
            arguments.append(".transformable(by: \(SwiftLiteral.string(transformer)))")
        }
        arguments += originalName(attribute.name, attribute.renamingIdentifier, of: item)
        arguments += attribute.versionHashModifier.map { ["hashModifier: \(SwiftLiteral.string($0))"] } ?? []
        guard !arguments.isEmpty else { return "" }
        return "@\(item.namer.type("Attribute", in: .swiftData))(\(arguments.joined(separator: ", ")))"
    }

    /// The argument for the name in the store of the previous version, or in stores of Core Data if the property has a
    /// different name in Swift.
    private static func originalName(_ modelName: String, _ identifier: String?, of item: SwiftDataClass) -> [String] {
        let original = identifier ?? modelName
        guard original != item.namer.storedName(modelName, of: item.entity) else { return [] }
        return ["originalName: \(SwiftLiteral.string(original))"]
    }

    /// Nil if the destination does not exist, which is an error of the model and already reported.
    init?(_ relationship: Relationship, of item: SwiftDataClass) {
        let (namer, lookup) = (item.namer, item.lookup)
        guard let destination = relationship.destinationName.flatMap(lookup.entity(named:)) else { return nil }
        let className = namer.className(of: destination)
        let valueType = relationship.isToMany ? "[\(className)]" : className
        documentation = DocumentationComment(relationship.userInfo).lines
        setterAccess = ""
        name = namer.storedMemberName(relationship.name, of: item.entity)
        let isOptional = relationship.isOptional || (relationship.isTransient && !relationship.isToMany)
        type = isOptional ? valueType + "?" : valueType
        defaultValue = relationship.isToMany && !isOptional ? "[]" : nil
        isRelationship = true
        guard !relationship.isTransient else {
            macro = "@" + namer.type("Transient", in: .swiftData)
            return
        }
        var arguments: [String] = []
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.swiftName)") }
        if relationship.minimumCount > 0 { arguments.append("minimumModelCount: \(relationship.minimumCount)") }
        if relationship.maximumCount > 0, relationship.isToMany {
            arguments.append("maximumModelCount: \(relationship.maximumCount)")
        }
        arguments += Self.originalName(relationship.name, relationship.renamingIdentifier, of: item)
        let inverse = SwiftDataInverse(of: relationship, in: item.entity, ModelInverses(in: lookup), lookup)
        if let inverse, inverse.isNamed(at: relationship, of: item.entity) {
            let path = namer.storedMemberName(inverse.relationship.name, of: inverse.owner)
            arguments.append("inverse: \\\(className).\(path)")
        }
        arguments += relationship.versionHashModifier.map { ["hashModifier: \(SwiftLiteral.string($0))"] } ?? []
        macro =
            arguments.isEmpty
            ? "" : "@\(namer.type("Relationship", in: .swiftData))(\(arguments.joined(separator: ", ")))"
    }
}

extension DeleteRule {
    /// The name of the case in SwiftData.
    fileprivate var swiftName: String {
        switch self {
        case .noAction: "noAction"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }
}

extension Attribute {
    /// The transformer of SwiftData code for attributes that name none.
    static let defaultTransformerName = "NSSecureUnarchiveFromData"
}

extension SwiftNamer {
    /// The name of the stored property of an attribute or a relationship in source code.
    func storedMemberName(_ modelName: String, of entity: Entity) -> String { propertyName(modelName, of: entity) }

    /// The name of the stored property as a name in the store.
    func storedName(_ modelName: String, of entity: Entity) -> String {
        propertyName(modelName, of: entity).filter { $0 != "`" }
    }
}
