public import ModelSchema

extension Model {
    /// Makes two relationships inverses of each other. Their earlier inverses then have none.
    ///
    /// - Parameters:
    ///   - path: One relationship.
    ///   - name: The other relationship, which the destination of the first declares.
    /// - Throws: ``EditError`` if a relationship does not exist, or the other one has another destination.
    public mutating func setInverse(of path: ElementPath, to name: String) throws(EditError) {
        let forth = try relationshipPlace(path)
        let destination = self[keyPath: forth].destinationName ?? ""
        let back = try relationshipPlace(ElementPath(destination, name))
        guard self[keyPath: back].destinationName == path.entity else {
            throw EditError(
                "'\(destination)/\(name)' cannot be the inverse of '\(path)', because its destination is "
                    + "'\(self[keyPath: back].destinationName ?? "")'; choose a relationship to '\(path.entity)'")
        }
        try removeInverse(at: forth, of: path.entity)
        try removeInverse(at: back, of: destination)
        self[keyPath: forth].inverseName = name
        self[keyPath: forth].inverseEntityName = destination
        self[keyPath: back].inverseName = self[keyPath: forth].name
        self[keyPath: back].inverseEntityName = path.entity
    }

    /// Removes the inverse of a relationship, but keeps both relationships.
    ///
    /// - Throws: ``EditError`` if the relationship does not exist, or has no inverse.
    public mutating func removeInverse(of path: ElementPath) throws(EditError) {
        let place = try relationshipPlace(path)
        guard self[keyPath: place].inverseName != nil else {
            throw EditError("relationship '\(path)' has no inverse")
        }
        try removeInverse(at: place, of: path.entity)
    }

    /// Removes an inverse from a relationship, and from the inverse if that points back.
    private mutating func removeInverse(
        at place: WritableKeyPath<Model, Relationship>, of entityName: String
    ) throws(EditError) {
        let relationship = self[keyPath: place]
        self[keyPath: place].inverseName = nil
        self[keyPath: place].inverseEntityName = nil
        guard let name = relationship.inverseName else { return }
        let owner = relationship.inverseEntityName ?? relationship.destinationName
        for index in entities.indices where entities[index].name == owner {
            for number in entities[index].relationships.indices {
                let back = entities[index].relationships[number]
                guard back.name == name, back.inverseName == relationship.name,
                    back.inverseEntityName ?? back.destinationName == entityName
                else { continue }
                entities[index].relationships[number].inverseName = nil
                entities[index].relationships[number].inverseEntityName = nil
            }
        }
    }

    private func relationshipPlace(_ path: ElementPath) throws(EditError) -> WritableKeyPath<Model, Relationship> {
        let index = try index(ofEntity: path.entity)
        guard let number = entities[index].relationships.firstIndex(where: { $0.name == path.property }) else {
            throw EditError(
                "'\(path.entity)' has no relationship '\(path.property ?? "")'"
                    + Self.suggestion(
                        for: path.property ?? "", among: entities[index].relationships.map(\.name)))
        }
        return \.entities[index].relationships[number]
    }
}
