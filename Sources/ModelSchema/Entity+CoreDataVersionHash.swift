extension Entity {
    /// The hashes of the entity's own properties that its hash includes, by property name.
    var ownCoreDataHashes: [(name: String, hash: [UInt8])] {
        attributes.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash) }
            + relationships.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash) }
    }
}

extension Attribute {
    /// Whether it is known how Core Data computes the hash of such an attribute.
    var hasKnownCoreDataHash: Bool {
        !isDerived && type != .composite && !allowsCloudEncryption && !isIndexedBySpotlight
            && !(allowsExternalBinaryDataStorage && preservesValueInHistoryOnDeletion)
    }

    /// The attribute's hash in Core Data (`NSPropertyDescription.versionHash`). The hash of its entity includes it,
    /// unless the attribute is transient.
    public var coreDataVersionHash: CoreDataVersionHash { CoreDataVersionHash(digest: coreDataHash) }

    /// The 32 bytes of the hash.
    ///
    /// It is unknown how Core Data hashes a derived attribute, so the hash includes the expression.
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
    /// The relationship's hash in Core Data (`NSPropertyDescription.versionHash`). The hash of its entity includes it,
    /// unless the relationship is transient.
    public var coreDataVersionHash: CoreDataVersionHash { CoreDataVersionHash(digest: coreDataHash) }

    /// The 32 bytes of the hash.
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
