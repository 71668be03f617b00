import ModelSchema
import StencilTemplates

/// What templates written for SwiftGen receive: the models of the run, with SwiftGen's names.
struct SwiftGenContext: TemplateRecord {
    var models: [SwiftGenModel]
    var env: [String: String]

    static let fields: TemplateFields<Self> = [
        .init("models", \.models, "The models, in the order given."),
        .init("env", \.env, "The environment of the process."),
    ]

    init(_ models: [Model], environment: [String: String]) {
        self.models = models.map { SwiftGenModel($0) }
        env = environment
    }
}

/// A model in the form of SwiftGen.
struct SwiftGenModel: TemplateRecord {
    var configurations: [String: [String]]
    var entities: [String: SwiftGenEntity]
    var fetchRequests: [String: [SwiftGenFetchRequest]]

    static let fields: TemplateFields<Self> = [
        .init("configurations", \.configurations, "The names of entities, by configuration; `Default` has all."),
        .init("entities", \.entities, "The entities, by name."),
        .init("fetchRequests", \.fetchRequests, "The fetch request templates, by the name of their entity."),
    ]

    init(_ model: Model) {
        let lookup = ModelLookup(model)
        configurations = Dictionary(
            model.configurations.map { ($0.name, $0.entityNames.sorted()) }, uniquingKeysWith: { first, _ in first })
        configurations["Default"] = model.entities.map(\.name).sorted()
        entities = Dictionary(
            model.entities.map { ($0.name, SwiftGenEntity(entity: $0, model: lookup)) },
            uniquingKeysWith: { first, _ in first })
        fetchRequests = Dictionary(grouping: model.fetchRequestTemplates) { $0.entityName ?? "" }
            .mapValues { requests in requests.map { SwiftGenFetchRequest(request: $0, model: lookup) } }
    }
}

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
        let name = entity.className.isEmpty ? entity.entity.name : entity.className
        // The name of a nested class contains a dot, which has a different meaning in names of files.
        return name.split(separator: ".").last.map(String.init) ?? name
    }
}

extension SwiftGenContext {
    /// A context for each entity of each model, by name.
    var entityContexts: [SwiftGenEntityContext] {
        models.flatMap { model in
            model.entities.values.sorted { $0.entity.name < $1.entity.name }.map { entity in
                SwiftGenEntityContext(models: models, env: env, model: model, entity: entity)
            }
        }
    }
}
