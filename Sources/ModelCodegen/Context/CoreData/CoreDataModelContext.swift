import ModelSchema

/// What the template `coredata-model` receives.
struct CoreDataModelContext: TemplateContext, Hashable {
    static let templateName = "coredata-model"
    static let summary = "What Xcode writes for a model: names that put its public imports to use."

    var access: String
    var name: String
    var types: CoreDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("name", \.name, "The model's name as a part of names."),
        .init("types", \.types, "The library types."),
    ]

    init(_ model: Model, namer: SwiftNamer, access: String) {
        self.access = access
        name = namer.fileStem(ofModel: model.name)
        types = CoreDataTypeNames(namer)
    }
}
