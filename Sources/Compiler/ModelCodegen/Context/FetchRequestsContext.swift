import ModelExpressions
import ModelSchema
import StencilTemplates

/// What the template `fetch-requests` receives: the functions for the fetch request templates of an entity.
struct FetchRequestsContext: TemplateContext {
    static let templateName = "fetch-requests"
    static let summary = "The functions for the fetch request templates of an entity."

    var access: String
    var className: String
    var modelName: String
    var functions: [FetchFunctionContext]
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init("modelName", \.modelName, "The name of the constant for the whole model."),
        .init("functions", \.functions, "A function for each template, by the template's name; at least one."),
        .init("types", \.types, "The library types."),
    ]
}

/// The function for a fetch request template.
struct FetchFunctionContext: TemplateRecord {
    var name: String
    var key: String
    var documentation: String
    var parameterList: String
    var parameters: [ParameterContext]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the function."),
        .init("key", \.key, "The template's name in the model, as a string literal."),
        .init(
            "documentation", \.documentation,
            "The description of the function: the template, its predicate, and the form of its result. Safe inside a "
                + "comment."
        ),
        .init("parameterList", \.parameterList, "The parameters, as written between the parentheses."),
        .init("parameters", \.parameters, "A parameter for each variable, in the order of the predicate."),
    ]

    /// - Parameter types: The types of the variables.
    init(
        _ template: FetchRequestTemplate, of entity: Entity, variables: [String], types: [ParameterType],
        namer: SwiftNamer
    ) {
        name = namer.memberName(.fetchRequest, template.name, of: entity)
        key = SwiftLiteral.string(template.name)
        documentation = Self.documentation(of: template)
        let names = namer.parameterNames(forVariables: variables)
        parameters = zip(variables, zip(names, types)).map { variable, parameter in
            ParameterContext(
                name: parameter.0, type: parameter.1.name, key: SwiftLiteral.string(variable), value: parameter.0)
        }
        parameterList = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    }

    private static func documentation(of template: FetchRequestTemplate) -> String {
        let predicate = template.predicateString.flatMap { $0.isEmpty ? nil : ": `\(SwiftLiteral.comment($0))`" }
        let result =
            switch template.resultType {
            case .objects: ""
            case .objectIDs: " It returns object IDs: `context.fetchObjectIDs(_:)`."
            case .dictionaries: " It returns dictionaries: `context.fetchDictionaries(_:)`."
            case .count: " It returns a count: `context.count(for:)`."
            }
        return "The fetch request template `\(SwiftLiteral.comment(template.name))`\(predicate ?? "").\(result)"
    }
}

/// A parameter of a function for a fetch.
struct ParameterContext: TemplateRecord {
    var name: String
    var type: String
    var key: String
    var value: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the parameter, and its label."),
        .init("type", \.type, "The type of the parameter."),
        .init("key", \.key, "The variable or property that gets the value, as a string literal."),
        .init(
            "value", \.value, "The expression for the value to search for: the parameter, or the raw value of its case."
        ),
    ]
}
