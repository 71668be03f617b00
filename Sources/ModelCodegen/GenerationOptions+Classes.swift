import ModelSchema

extension GenerationOptions {
    /// Whether the class of an entity is generated, rather than written by hand.
    func declaresClass(of entity: Entity) -> Bool {
        switch classes {
        case .model: entity.codeGeneration != .categoryExtension
        case .all: true
        case .none, .handwritten: false
        }
    }
}
