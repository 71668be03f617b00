public import ModelSchema

extension Model {
    /// Adds a configuration, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if a configuration with this name exists, or an entity does not exist.
    public mutating func add(_ configuration: Configuration) throws(EditError) {
        try Self.checkName(configuration.name)
        guard !configurations.contains(where: { $0.name == configuration.name }) else {
            throw EditError("configuration '\(configuration.name)' already exists")
        }
        for name in configuration.entityNames { _ = try index(ofEntity: name) }
        configurations.insert(configuration, inOrder: \.name)
    }

    /// Changes a configuration.
    ///
    /// ```swift
    /// try model.setConfiguration("Archive", entityNames: nil, adding: ["Author"], isUsedWithCloudKit: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - entityNames: The new entities; nil to keep the current ones.
    ///   - addedNames: Entities to add, in the order of the model editor.
    ///   - removedNames: Entities to remove.
    ///   - isUsedWithCloudKit: Whether its stores sync with CloudKit; nil to keep the current setting.
    ///   - newName: The new name; nil to keep the current one.
    /// - Throws: ``EditError`` if the configuration or an entity does not exist, it contains an entity to add or
    ///   lacks one to remove, or a configuration with the new name exists. The model does not change then.
    public mutating func setConfiguration(
        _ name: String, entityNames: [String]?, adding addedNames: [String] = [], removing removedNames: [String] = [],
        isUsedWithCloudKit: Bool?, newName: String? = nil
    ) throws(EditError) {
        let place = try index(ofConfiguration: name)
        var configuration = configurations[place]
        if let entityNames {
            for name in entityNames { _ = try index(ofEntity: name) }
            configuration.entityNames = entityNames
        }
        for added in addedNames {
            _ = try index(ofEntity: added)
            guard !configuration.entityNames.contains(added) else {
                throw EditError("configuration '\(name)' already contains entity '\(added)'")
            }
            configuration.entityNames.insert(added, inOrder: \.self)
        }
        for removed in removedNames {
            guard configuration.entityNames.contains(removed) else {
                throw EditError(
                    "configuration '\(name)' does not contain entity '\(removed)'"
                        + Self.suggestion(for: removed, among: configuration.entityNames))
            }
            configuration.entityNames.removeAll { $0 == removed }
        }
        if let isUsedWithCloudKit { configuration.isUsedWithCloudKit = isUsedWithCloudKit }
        if let newName {
            try Self.checkName(newName)
            guard newName == name || !configurations.contains(where: { $0.name == newName }) else {
                throw EditError("configuration '\(newName)' already exists")
            }
            configuration.name = newName
        }
        configurations[place] = configuration
    }

    /// Removes a configuration. Its entities stay.
    ///
    /// - Throws: ``EditError`` if the configuration does not exist.
    public mutating func removeConfiguration(_ name: String) throws(EditError) {
        configurations.remove(at: try index(ofConfiguration: name))
    }

    private func index(ofConfiguration name: String) throws(EditError) -> Int {
        if let index = configurations.firstIndex(where: { $0.name == name }) { return index }
        throw EditError(
            "the model has no configuration '\(name)'" + Self.suggestion(for: name, among: configurations.map(\.name)))
    }
}
