public import ModelSchema

extension Model {
    /// Adds a configuration, in the order of the model editor.
    ///
    /// - Throws: ``EditFailure`` if a configuration with this name exists, or an entity does not exist.
    public mutating func add(_ configuration: Configuration) throws(EditFailure) {
        guard !configurations.contains(where: { $0.name == configuration.name }) else {
            throw EditFailure("configuration '\(configuration.name)' already exists")
        }
        for name in configuration.entityNames { _ = try index(ofEntity: name) }
        configurations.insert(configuration, inOrder: \.name)
    }

    /// Changes a configuration.
    ///
    /// - Parameters:
    ///   - entityNames: The new entities; nil to keep the current ones.
    ///   - isUsedWithCloudKit: Whether its stores sync with CloudKit; nil to keep the current setting.
    /// - Throws: ``EditFailure`` if the configuration or an entity does not exist.
    public mutating func setConfiguration(
        _ name: String, entityNames: [String]?, isUsedWithCloudKit: Bool?
    ) throws(EditFailure) {
        let place = try index(ofConfiguration: name)
        if let entityNames {
            for name in entityNames { _ = try index(ofEntity: name) }
            configurations[place].entityNames = entityNames
        }
        if let isUsedWithCloudKit { configurations[place].isUsedWithCloudKit = isUsedWithCloudKit }
    }

    /// Removes a configuration. Its entities stay.
    ///
    /// - Throws: ``EditFailure`` if the configuration does not exist.
    public mutating func removeConfiguration(_ name: String) throws(EditFailure) {
        configurations.remove(at: try index(ofConfiguration: name))
    }

    private func index(ofConfiguration name: String) throws(EditFailure) -> Int {
        if let index = configurations.firstIndex(where: { $0.name == name }) { return index }
        throw EditFailure(
            "the model has no configuration '\(name)'" + Self.suggestion(for: name, among: configurations.map(\.name)))
    }
}
