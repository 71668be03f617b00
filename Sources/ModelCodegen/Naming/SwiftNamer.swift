import ModelSchema
import SwiftNames

/// Decides every Swift name that generated code of one model has. Templates never do.
struct SwiftNamer: Sendable {
    /// The names of the types that the model's code declares, which hide library types of the same name.
    private let ownTypeNames: Set<String>

    init(for model: Model) {
        var names = Set(model.entities.map { $0.className ?? $0.name })
        for attribute in model.entities.flatMap(\.attributes) {
            if let name = attribute.enumeration?.typeName { names.insert(name) }
        }
        ownTypeNames = names
    }

    /// A library's type, qualified with its module where the model declares a type of that name.
    func type(_ name: String, in module: Module) -> String {
        ownTypeNames.contains(name) ? "\(module.rawValue).\(name)" : name
    }

    func className(of entity: Entity) -> String {
        SwiftIdentifier.escaped(entity.className ?? entity.name)
    }

    /// The name of the accessor of a property.
    ///
    /// A name that a managed object already has would redeclare it, so such a name gets a trailing underscore.
    func propertyName(_ modelName: String) -> String {
        if RuntimeMembers.names.contains(modelName) { return modelName + "_" }
        return SwiftIdentifier.escaped(modelName)
    }

    /// The name of the constant that holds the whole model.
    func modelAccessorName(_ modelName: String) -> String {
        SwiftIdentifier.escaped(SwiftIdentifier.lowerFirstWord(ModelFileName.stem(ofModelNamed: modelName)))
    }

    /// The name of the private type that holds the entities' descriptions.
    func schemaName(_ modelName: String) -> String {
        SwiftIdentifier.upperFirst(ModelFileName.stem(ofModelNamed: modelName)) + "Schema"
    }

    /// The name of a constant for an entity: the entity's own, which is unique in its model.
    func entityConstantName(_ entity: Entity) -> String {
        SwiftIdentifier.escaped(entity.name)
    }

    /// What the names of files for an entity begin with. Class names are identifiers, so no path can be in one.
    func fileStem(of entity: Entity) -> String {
        entity.className ?? entity.name
    }

    /// What the names of files for a model begin with.
    func fileStem(ofModel name: String) -> String {
        ModelFileName.stem(ofModelNamed: name)
    }

    /// What a function calls an object of an entity that it is handed.
    func parameterName(forObjectOf entity: Entity) -> String {
        SwiftIdentifier.escaped(SwiftIdentifier.lowerFirstWord(entity.className ?? entity.name))
    }

    func caseName(_ name: String) -> String {
        SwiftIdentifier.escaped(name)
    }

    enum Module: String {
        case swift = "Swift"
        case foundation = "Foundation"
        case objectGraph = "ObjectGraph"
    }
}
