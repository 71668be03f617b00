import ModelSchema
import StencilTemplates

/// What the template `uniqueness` receives: the lookups by the uniqueness constraints of an entity.
struct UniquenessContext: TemplateContext {
    static let templateName = "uniqueness"
    static let summary = "The find functions for the uniqueness constraints of an entity."

    var access: String
    var className: String
    var lookups: [UniqueLookupContext]
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init(
            "lookups", \.lookups,
            "A find function for each constraint that no parent has, in the order of the model; at least one."),
        .init("types", \.types, "The library types."),
    ]
}

/// The lookup by one uniqueness constraint.
struct UniqueLookupContext: TemplateRecord {
    var name: String
    var entityKey: String
    var documentationProperties: String
    var parameterList: String
    var parameters: [ParameterContext]
    var contextParameter: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the function."),
        .init("entityKey", \.entityKey, "The name of the entity that has the constraint, as a string literal."),
        .init(
            "documentationProperties", \.documentationProperties,
            "The properties, each in backticks, safe inside a comment."),
        .init("parameterList", \.parameterList, "The parameters except the context, as written in parentheses."),
        .init("parameters", \.parameters, "A parameter for each property, in the order of the constraint."),
        .init("contextParameter", \.contextParameter, "The name of the parameter for the context."),
    ]

    /// - Parameter attributes: The own and inherited attributes of the entity, by name.
    init(
        _ constraint: QueryFunctions.Constraint, types: [ParameterType], of entity: Entity,
        attributes: [String: Attribute], namer: SwiftNamer
    ) {
        name = namer.memberName(.lookup, constraint.key, of: entity)
        entityKey = SwiftLiteral.string(constraint.entity.name)
        documentationProperties = constraint.propertyNames.map { "`\(SwiftLiteral.comment($0))`" }
            .joined(separator: " and ")
        let names = namer.parameterNames(forProperties: constraint.propertyNames)
        parameters = zip(constraint.propertyNames, zip(names, types)).map { property, parameter in
            let enumeration = attributes[property]?.enumeration
            return ParameterContext(
                name: parameter.0, type: enumeration.map { namer.enumName($0.typeName) } ?? parameter.1.name,
                key: SwiftLiteral.string(property), value: enumeration == nil ? parameter.0 : parameter.0 + ".rawValue")
        }
        parameterList = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        var scope = NameScope(reserved: Set(names))
        contextParameter = scope.declare("context", for: .model)
    }
}
