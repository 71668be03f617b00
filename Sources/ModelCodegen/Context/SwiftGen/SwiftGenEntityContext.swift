/// What a template written for SwiftGen receives if it is rendered for each entity: the entity and the models.
struct SwiftGenEntityContext: TemplateRecord {
    var models: [SwiftGenModel]
    var env: [String: String]
    var model: SwiftGenModel
    var entity: SwiftGenEntity

    static let fields: TemplateFields<Self> = [
        .init("models", \.models, "The models, in the order given."),
        .init("env", \.env, "The environment of the process."),
        .init("model", \.model, "The model of the entity."),
        .init("entity", \.entity, "The entity."),
    ]

    /// The start of the name of the entity's file: the class, or the name of an entity without a class.
    var fileStem: String {
        let name = entity.className.isEmpty ? entity.name : entity.className
        // The name of a nested class contains a dot, which has a different meaning in names of files.
        return name.split(separator: ".").last.map(String.init) ?? name
    }
}

extension SwiftGenContext {
    /// A context for each entity of each model, by name.
    var entityContexts: [SwiftGenEntityContext] {
        models.flatMap { model in
            model.entities.values.sorted { $0.name < $1.name }.map { entity in
                SwiftGenEntityContext(models: models, env: env, model: model, entity: entity)
            }
        }
    }
}
