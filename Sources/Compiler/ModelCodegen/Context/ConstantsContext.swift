import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `constants` receives: the names of an entity's properties, and its user info.
struct ConstantsContext: TemplateContext {
    static let templateName = "constants"
    static let summary = "The names of an entity's properties, and its user info, as constants."

    /// The user info of a property.
    struct Group: TemplateRecord {
        var name: String
        var documentationName: String
        var constants: [ConstantContext]

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the nested type."),
            .init("documentationName", \.documentationName, "The property's name in the model, safe inside a comment."),
            .init("constants", \.constants, "The entries of the user info, by key."),
        ]
    }

    var access: String
    var className: String
    var entityName: String
    var propertyNameType: String
    var string: String
    var scope: String
    var propertyNames: [ConstantContext]
    var allPropertyNames: String
    var userInfoType: String
    var constants: [ConstantContext]
    var groups: [Group]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init("entityName", \.entityName, "The entity's name, safe inside a comment."),
        .init("propertyNameType", \.propertyNameType, "The name of the type that contains the property names."),
        .init("string", \.string, "The standard library's `String`."),
        .init(
            "scope", \.scope,
            "The kind of names: `own and inherited`, or `without inherited ones` if an entity inherits too many."),
        .init("propertyNames", \.propertyNames, "The names of own and inherited properties; may be empty."),
        .init(
            "allPropertyNames", \.allPropertyNames,
            "The names of these properties, separated by spaces, as one string literal, which can have several lines."),
        .init("userInfoType", \.userInfoType, "The name of the type that contains the user info."),
        .init("constants", \.constants, "The entries of the entity's own user info, by key; may be empty."),
        .init("groups", \.groups, "The user info of the entity's own properties, by name, without empty ones."),
    ]

    /// Nil for an entity without properties and user info.
    init?(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        self.access = access
        className = namer.className(of: entity)
        entityName = SwiftLiteral.comment(entity.name)
        propertyNameType = namer.nestedTypeName("PropertyName")
        string = namer.type("String", in: .swift)
        scope = namer.inheritance.isRepeated(in: entity) ? "own and inherited" : "without inherited ones"
        let modelNames = namer.inheritance.repeatedLineage(of: entity, in: model)
            .flatMap(\.propertyUserInfo).map(\.name)
        propertyNames = ConstantContext.constants(
            modelNames.map { (namer.constantName(forProperty: $0), $0) }, besides: ["all"])
        // Names of properties are identifiers, so a space can separate them.
        allPropertyNames = SwiftLiteral.words(modelNames.sorted(), width: Self.widthOfPropertyNames)
            .joined(separator: "\n" + String(repeating: " ", count: 16))
        userInfoType = namer.nestedTypeName("UserInfo")
        constants = ConstantContext.constants(of: entity.userInfo)
        // A nested type would hide the type of the constants, or the module before it.
        var names = ConstantNames(besides: Set(string.split(separator: ".").prefix(1).map(String.init)))
        for constant in constants { _ = names.declare(constant.name) }
        groups = entity.propertyUserInfo.sorted { $0.name < $1.name }.compactMap { name, userInfo in
            let constants = ConstantContext.constants(of: userInfo)
            guard !constants.isEmpty else { return nil }
            return Group(
                name: names.declare(SwiftIdentifier.upperFirst(namer.constantName(forProperty: name))),
                documentationName: SwiftLiteral.comment(name), constants: constants)
        }
        guard !propertyNames.isEmpty || !constants.isEmpty || !groups.isEmpty else { return nil }
    }

    var exposesRuntime: Bool { false }

    /// What the template leaves of a line of 120 characters.
    private static let widthOfPropertyNames = 86
}

/// A constant whose value is a string from the model.
struct ConstantContext: TemplateRecord {
    var name: String
    var value: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the constant."),
        .init("value", \.value, "The value, as a string literal."),
    ]

    /// Constants by name, one for each key. Keys that are identifiers keep their names, and other keys get similar free
    /// names.
    static func constants(
        _ entries: [(key: String, value: String)], besides taken: Set<String> = []
    ) -> [ConstantContext] {
        var names = ConstantNames(besides: taken)
        let sorted = entries.sorted { $0.key < $1.key }.map { (entry: $0, fits: names.isFree($0.key)) }
        let ordered = sorted.filter(\.fits).map(\.entry) + sorted.filter { !$0.fits }.map(\.entry)
        let constants = ordered.map { entry in
            (entry.key, ConstantContext(name: names.declare(entry.key), value: SwiftLiteral.string(entry.value)))
        }
        return constants.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The entries of user info for programs, without those for generators.
    static func constants(of userInfo: UserInfo) -> [ConstantContext] {
        var seen: Set<String> = []
        return constants(
            userInfo.entries.filter { entry in
                !entry.key.hasPrefix("modelgen.") && !entry.key.hasPrefix("mogenerator.")
                    && !DocumentationComment.keys.contains(entry.key) && seen.insert(entry.key).inserted
            }.map { ($0.key, $0.value) })
    }
}

extension Entity {
    /// The names of the entity's own properties, with their user info.
    fileprivate var propertyUserInfo: [(name: String, userInfo: UserInfo)] {
        attributes.map { ($0.name, $0.userInfo) } + relationships.map { ($0.name, $0.userInfo) }
            + fetchedProperties.map { ($0.name, $0.userInfo) }
    }
}

/// The names of constants in one type: unique identifiers made from strings of a model.
struct ConstantNames {
    /// Names that the language reserves, even in backquotes.
    private static let reserved: Set<String> = ["Protocol", "Self", "Type", "self"]

    private var taken: Set<String>

    /// - Parameter names: The other declarations of the type.
    init(besides names: Set<String> = []) { taken = Self.reserved.union(names) }

    /// Whether a string is a valid name without changes.
    func isFree(_ text: String) -> Bool { SwiftIdentifier.isValid(text) && !taken.contains(text) }

    /// Returns a name for a string: the string itself if it is a free identifier, otherwise the most similar free name.
    mutating func declare(_ text: String) -> String {
        var name = SwiftIdentifier.isValid(text) ? text : SwiftIdentifier.nearest(to: text) ?? "key"
        while !taken.insert(name).inserted { name += "_" }
        return SwiftIdentifier.escaped(name)
    }
}
