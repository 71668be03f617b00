import ModelSchema
import StencilTemplates

/// What the template `initializer` receives: an initializer with parameters for the required properties.
struct InitializerContext: TemplateContext {
    static let templateName = "initializer"
    static let summary = "An initializer of an entity's class with parameters for the values that the model requires."

    var access: String
    var className: String
    var entityName: String
    var context: String
    var parameters: [InitializerParameter]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init("entityName", \.entityName, "The entity's name, safe inside a comment."),
        .init("context", \.context, "The runtime's `ManagedObjectContext`."),
        .init(
            "parameters", \.parameters,
            "A parameter for each own or inherited attribute and to-one relationship: required ones first, "
                + "each group by name."),
    ]

    /// Nil if there are no parameters, or if an inherited initializer has the same ones.
    init?(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        guard Self.isWanted(for: entity, namer: namer) else { return nil }
        parameters = Self.parameters(of: entity, in: model, namer: namer)
        let inherited =
            model.ancestors(of: entity).first { Self.isWanted(for: $0, namer: namer) }
            .map { Self.parameters(of: $0, in: model, namer: namer) } ?? []
        guard parameters != inherited else { return nil }
        self.access = access
        className = namer.className(of: entity)
        entityName = SwiftLiteral.comment(entity.name)
        context = namer.type("ManagedObjectContext", in: .objectGraph)
    }

    /// Abstract entities have no objects, a shared class does not determine the entity, there can be too many inherited
    /// properties to repeat, and the author of a model can have written an initializer by hand.
    private static func isWanted(for entity: Entity, namer: SwiftNamer) -> Bool {
        !entity.isAbstract && !namer.isShared(entity) && namer.inheritance.isRepeated(in: entity)
            && entity.userInfo["modelgen.initializer"]?.uppercased() != "NO"
    }

    private static func parameters(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer
    ) -> [InitializerParameter] {
        var parameters: [InitializerParameter] = []
        for level in [entity] + model.ancestors(of: entity) {
            let indexes = PropertyIndexes(of: level, namer: namer)
            parameters += level.attributes.compactMap { attribute in
                InitializerParameter(attribute, of: level, indexes: indexes, namer: namer)
            }
            parameters += level.relationships.compactMap { relationship in
                InitializerParameter(relationship, of: level, in: model, indexes: indexes, namer: namer)
            }
        }
        parameters.sort { $0.propertyName < $1.propertyName }
        let labels = Set(parameters.map(\.label))
        for index in parameters.indices { parameters[index].setName(besides: labels) }
        return parameters.filter { $0.defaultValue == nil } + parameters.filter { $0.defaultValue != nil }
    }
}
