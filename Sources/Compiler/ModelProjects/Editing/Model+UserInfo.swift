public import ModelSchema

extension Model {
    /// Adds a value to the user info of an entity or a property, in the order of the model editor, or replaces the
    /// value of the key.
    ///
    /// - Parameter path: An entity, an attribute, also of a composite, a relationship, or a fetched property.
    /// - Throws: ``EditError`` if the element does not exist.
    public mutating func setUserInfo(_ value: String, for key: String, of path: ElementPath) throws(EditError) {
        let userInfo = try userInfoPath(of: path)
        guard let place = self[keyPath: userInfo].entries.firstIndex(where: { $0.key == key }) else {
            self[keyPath: userInfo].entries.insert(UserInfo.Entry(key: key, value: value), inOrder: \.key)
            return
        }
        self[keyPath: userInfo].entries[place].value = value
        // After this, a duplicate key has only one value.
        let rest = self[keyPath: userInfo].entries[(place + 1)...].filter { $0.key != key }
        self[keyPath: userInfo].entries.replaceSubrange((place + 1)..., with: rest)
    }

    /// Removes a key from the user info of an entity or a property.
    ///
    /// - Parameter path: An entity, an attribute, also of a composite, a relationship, or a fetched property.
    /// - Throws: ``EditError`` if the element or the key does not exist.
    public mutating func removeUserInfo(_ key: String, of path: ElementPath) throws(EditError) {
        let userInfo = try userInfoPath(of: path)
        let keys = self[keyPath: userInfo].entries.map(\.key)
        guard keys.contains(key) else {
            throw EditError("the user info of '\(path)' has no key '\(key)'" + Self.suggestion(for: key, among: keys))
        }
        self[keyPath: userInfo].entries.removeAll { $0.key == key }
    }

    private func userInfoPath(of path: ElementPath) throws(EditError) -> WritableKeyPath<Model, UserInfo> {
        let place: Int
        switch try owner(named: path.entity) {
        case .entity(let index): place = index
        case .composite(let index):
            guard let name = path.property else {
                throw EditError("composite '\(path)' has no user info; choose one of its attributes instead")
            }
            guard let number = composites[index].attributes.firstIndex(where: { $0.name == name }) else {
                throw missingMember(name, of: composites[index])
            }
            return \.composites[index].attributes[number].userInfo
        }
        let entity = entities[place]
        let entityPath: WritableKeyPath<Model, Entity> = \.entities[place]
        guard let name = path.property else { return entityPath.appending(path: \.userInfo) }
        if let number = entity.attributes.firstIndex(where: { $0.name == name }) {
            return entityPath.appending(path: \.attributes[number].userInfo)
        }
        if let number = entity.relationships.firstIndex(where: { $0.name == name }) {
            return entityPath.appending(path: \.relationships[number].userInfo)
        }
        if let number = entity.fetchedProperties.firstIndex(where: { $0.name == name }) {
            return entityPath.appending(path: \.fetchedProperties[number].userInfo)
        }
        throw missingProperty(name, of: entity)
    }
}
