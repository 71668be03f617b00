import ModelSchema

extension GenerationOptions {
    /// Whether the class of an entity is generated, rather than written by hand.
    func declaresClass(of entity: Entity) -> Bool {
        switch classes {
        case .model: entity.codeGeneration != .categoryExtension
        case .all: true
        case .none, .handwritten: false
        case .xcode: entity.codeGeneration == .classDefinition
        }
    }

    /// Whether the properties of an entity are generated in the style `coredata`, rather than declared by hand.
    func declaresProperties(of entity: Entity) -> Bool {
        switch classes {
        case .model, .all, .none: true
        case .handwritten: false
        case .xcode: entity.codeGeneration == .classDefinition || entity.codeGeneration == .categoryExtension
        }
    }

    /// Whether an entity's properties can be declared by hand, so the code supplies accessors for them. In a target for
    /// accessors, ``Classes/xcode`` means that the properties of some entities are generated.
    func suppliesAccessors(of entity: Entity) -> Bool { classes != .xcode || !declaresProperties(of: entity) }
}
