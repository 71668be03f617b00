/// What a template written for SwiftGen receives when it is rendered for one entity: the models too.
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

    /// What the name of the entity's file begins with. An entity without a class has its own name.
    var fileStem: String {
        let name = entity.className.isEmpty ? entity.name : entity.className
        // A class of a class is called with a dot between; names of files have their own.
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
