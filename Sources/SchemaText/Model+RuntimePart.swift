package import ModelSchema

extension Model {
    /// What a running program needs of the model, in an order that does not depend on the file's.
    ///
    /// Left out is what only editors and generators read: code generation, scalar types, the flags of Spotlight, of
    /// synchronisation services and of the form of indexes used before Xcode 9. Everything with a name is sorted by it;
    /// the columns of indexes, the members of constraints and user info keep their order, which may mean something.
    package var runtimePart: Model {
        Model(
            name: name, versionIdentifier: versionIdentifier,
            entities: entities.sorted { $0.name < $1.name }.map(\.runtimePart),
            fetchRequestTemplates: fetchRequestTemplates.sorted { $0.name < $1.name },
            configurations: configurations.sorted { $0.name < $1.name }.map {
                Configuration(
                    name: $0.name, entityNames: $0.entityNames.sorted(), isUsedWithCloudKit: $0.isUsedWithCloudKit)
            },
            composites: composites.sorted { $0.name < $1.name }.map {
                Composite(name: $0.name, attributes: $0.attributes.runtimePart)
            },
            isUsedWithCloudKit: isUsedWithCloudKit)
    }
}

extension Entity {
    fileprivate var runtimePart: Entity {
        Entity(
            name: name, representedClassName: representedClassName, isAbstract: isAbstract, parentName: parentName,
            renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier,
            attributes: attributes.runtimePart,
            relationships: relationships.sorted { $0.name < $1.name }.map(\.runtimePart),
            fetchedProperties: fetchedProperties.sorted { $0.name < $1.name }.map {
                FetchedProperty(
                    name: $0.name, isOptional: $0.isOptional, fetchRequest: $0.fetchRequest, userInfo: $0.userInfo)
            },
            indexes: indexes.sorted { $0.name < $1.name }, uniquenessConstraints: uniquenessConstraints,
            userInfo: userInfo)
    }
}

extension [Attribute] {
    fileprivate var runtimePart: [Attribute] {
        sorted { $0.name < $1.name }.map(\.runtimePart)
    }
}

extension Attribute {
    fileprivate var runtimePart: Attribute {
        var part = self
        part.usesScalarValueType = nil
        part.allowsCloudEncryption = false
        part.isIndexed = false
        part.isIndexedBySpotlight = false
        part.isStoredInTruthFile = false
        part.isSyncable = false
        return part
    }
}

extension Relationship {
    fileprivate var runtimePart: Relationship {
        var part = self
        part.isOrdered = isToMany && isOrdered
        // What no inverse belongs to says nothing, and an inverse is the destination's where nothing else is said.
        part.inverseEntityName = inverseName == nil ? nil : inverseEntityName ?? destinationName
        part.isIndexed = false
        part.isSyncable = false
        return part
    }
}
