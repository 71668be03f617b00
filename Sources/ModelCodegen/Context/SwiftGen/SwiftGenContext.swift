import ModelSchema

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
            model.entities.map { ($0.name, SwiftGenEntity($0, in: lookup)) }, uniquingKeysWith: { first, _ in first })
        fetchRequests = Dictionary(grouping: model.fetchRequestTemplates) { $0.entityName ?? "" }
            .mapValues { requests in requests.map { SwiftGenFetchRequest($0, in: lookup) } }
    }
}
