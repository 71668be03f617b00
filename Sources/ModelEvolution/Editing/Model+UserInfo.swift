public import ModelSchema

extension Model {
    /// Attaches a value to an entity or a property, where the model editor would put it, or in place of the one that the
    /// key has.
    ///
    /// - Parameter path: An entity, an attribute, a relationship or a fetched property.
    /// - Throws: ``EditFailure`` if there is no such element.
    public mutating func setUserInfo(_ value: String, for key: String, of path: ElementPath) throws(EditFailure) {
        let userInfo = try userInfoPath(of: path)
        guard let place = self[keyPath: userInfo].entries.firstIndex(where: { $0.key == key }) else {
            self[keyPath: userInfo].entries.insert(UserInfo.Entry(key: key, value: value), inOrder: \.key)
            return
        }
        self[keyPath: userInfo].entries[place].value = value
        // A key that a file has twice says one thing from now on.
        let rest = self[keyPath: userInfo].entries[(place + 1)...].filter { $0.key != key }
        self[keyPath: userInfo].entries.replaceSubrange((place + 1)..., with: rest)
    }

    /// Detaches what an entity or a property has under a key.
    ///
    /// - Parameter path: An entity, an attribute, a relationship or a fetched property.
    /// - Throws: ``EditFailure`` if there is no such element, or nothing under the key.
    public mutating func removeUserInfo(_ key: String, of path: ElementPath) throws(EditFailure) {
        let userInfo = try userInfoPath(of: path)
        let keys = self[keyPath: userInfo].entries.map(\.key)
        guard keys.contains(key) else {
            throw EditFailure("'\(path)' has no user info '\(key)'" + Self.suggestion(for: key, among: keys))
        }
        self[keyPath: userInfo].entries.removeAll { $0.key == key }
    }

    private func userInfoPath(of path: ElementPath) throws(EditFailure) -> WritableKeyPath<Model, UserInfo> {
        let place = try index(ofEntity: path.entity)
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
