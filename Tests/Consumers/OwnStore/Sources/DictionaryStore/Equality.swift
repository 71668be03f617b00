import ObjectGraph

/// A predicate such as `name == "Ann"`, which a store of dictionaries can answer.
struct Equality {
    /// The index of the attribute.
    let index: Int
    /// The value that it must have.
    let value: AttributeValue

    /// Nil for any other predicate.
    init?(_ predicate: ModelPredicate, of entity: EntityDescription) {
        guard case .comparison(let comparison) = predicate, comparison.operator == .equalTo,
            comparison.modifier == .direct, comparison.options.isEmpty,
            case .keyPath(let path, of: .evaluatedObject) = comparison.left, path.components.count == 1,
            case .key(let name) = path.components[0], case .constant(let constant) = comparison.right,
            let index = entity.attributes.firstIndex(where: { $0.name == name })
        else { return nil }
        switch (constant, entity.attributes[index].type) {
        case (.string(let text), .string): value = .string(text)
        case (.integer(let number), .integer16), (.integer(let number), .integer32),
            (.integer(let number), .integer64):
            value = .integer(number)
        default: return nil
        }
        self.index = index
    }
}
