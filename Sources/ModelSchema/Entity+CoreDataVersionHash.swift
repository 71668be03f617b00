extension Entity {
    /// The hashes of the properties that the entity declares itself and that its own hash covers, by property name.
    var ownCoreDataHashes: [(name: String, hash: [UInt8])] {
        attributes.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash) }
            + relationships.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash) }
    }
}

extension Attribute {
    /// Whether stores have shown how Core Data hashes an attribute like this one.
    var hasKnownCoreDataHash: Bool {
        !isDerived && type != .composite && !allowsCloudEncryption && !isIndexedBySpotlight
            && !(allowsExternalBinaryDataStorage && preservesValueInHistoryOnDeletion)
    }

    /// The hash that Core Data gives the attribute (`NSPropertyDescription.versionHash`), which that of its entity covers unless
    /// the attribute is transient.
    public var coreDataVersionHash: CoreDataVersionHash { CoreDataVersionHash(digest: coreDataHash) }

    /// The hash of the attribute in that of its entity: 32 bytes.
    ///
    /// What Core Data adds for a derived attribute is unknown; its expression stands in for it.
    fileprivate var coreDataHash: [UInt8] {
        var bytes = HashedBytes(
            name: name, isOptional: isOptional, isTransient: isTransient, modifier: versionHashModifier)
        bytes.add(type.coreDataNumber)
        if allowsExternalBinaryDataStorage { bytes.add(UInt8(1)) }
        if preservesValueInHistoryOnDeletion { bytes.add(UInt8(1)) }
        if isDerived { bytes.add(derivationExpression) }
        if type == .composite { bytes.add(compositeName) }
        return bytes.digest
    }
}

extension Relationship {
    /// The hash that Core Data gives the relationship (`NSPropertyDescription.versionHash`), which that of its entity covers
    /// unless the relationship is transient.
    public var coreDataVersionHash: CoreDataVersionHash { CoreDataVersionHash(digest: coreDataHash) }

    /// The hash of the relationship in that of its entity: 32 bytes.
    fileprivate var coreDataHash: [UInt8] {
        var bytes = HashedBytes(
            name: name, isOptional: isOptional, isTransient: isTransient, modifier: versionHashModifier)
        bytes.add(destinationName)
        bytes.add(inverseName)
        bytes.add(Int32(clamping: maximumCount))
        bytes.add(Int32(clamping: minimumCount))
        if isToMany, isOrdered { bytes.add(UInt16(1)) }
        return bytes.digest
    }
}
