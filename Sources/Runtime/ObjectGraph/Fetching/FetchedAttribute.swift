import ModelExpressions

/// The attribute at the end of a path that a query reads.
struct FetchedAttribute {
    /// The entity that has the attribute, or the composite that it is a member of.
    let entity: EntityDescription
    let attribute: Attribute

    /// Returns nil for a path that ends in a relationship or in a computed value, such as the length of a string.
    init?(at path: ModelKeyPath, of entity: EntityDescription, in model: ManagedObjectModel) {
        var owner = entity
        var found: Attribute?
        for component in path.components {
            guard case .key(let name) = component else { return nil }
            if let composite = found {
                guard let member = owner.composite(of: composite)?.attributes.first(where: { $0.name == name }) else {
                    return nil
                }
                found = member
            } else if let attribute = owner.attribute(named: name) {
                found = attribute
            } else if let relationship = owner.relationship(named: name),
                let destination = model.entitiesByName[relationship.destinationName]
            {
                owner = destination
            } else {
                return nil
            }
        }
        guard let found else { return nil }
        self.entity = owner
        attribute = found
    }

    /// Returns what a query has read, as the accessor of the attribute returns it; nil for null, and for a value that
    /// the attribute cannot have.
    func anyValue(of value: QueryValue<ManagedObject>) -> Any? {
        storedValue(value, of: attribute).flatMap { entity.anyValue(of: $0, for: attribute) }
    }

    private func storedValue(_ value: QueryValue<ManagedObject>, of attribute: Attribute) -> AttributeValue? {
        switch value {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .integer(let number): return .integer(number)
        case .real(let number): return attribute.type == .float ? .float(Float(number)) : .double(number)
        case .decimal(let number): return .decimal(number)
        case .string(let text): return .string(text)
        case .date(let date): return .date(date)
        case .binary(let data): return .binary(data)
        case .uuid(let uuid): return .uuid(uuid)
        case .uri(let url): return .uri(url)
        case .structure(let structure):
            guard let composite = entity.composite(of: attribute) else { return nil }
            var members: [String: AttributeValue] = [:]
            for member in composite.attributes {
                guard let value = structure.members[member.name] else { continue }
                members[member.name] = storedValue(QueryValue(value), of: member)
            }
            return .composite(members)
        case .object, .objectID, .many, .opaque: return nil
        }
    }
}
