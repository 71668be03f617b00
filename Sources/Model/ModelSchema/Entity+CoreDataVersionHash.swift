import Synchronization

extension Entity {
    /// Returns the hashes of the entity's own properties that its hash includes, by property name.
    func ownCoreDataHashes(
        as form: CoreDataHashForm, in lookup: ModelLookup
    ) -> [(name: String, hash: [UInt8])] {
        attributes.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash(as: form, in: lookup)) }
            + relationships.filter { !$0.isTransient }.map { ($0.name, $0.coreDataHash) }
    }
}

/// The way of hashing an entity.
enum CoreDataHashForm {
    /// Core Data's own.
    case coreData
    /// The one that this project used for derived and composite attributes, and for modifiers of entities, before Core
    /// Data's was known. Stores that it wrote still have these hashes.
    case earlier
}

extension ModelLookup {
    /// Returns an attribute's hash in Core Data (`NSPropertyDescription.versionHash`). The hash of its entity includes
    /// it, unless the attribute is transient.
    public func coreDataVersionHash(of attribute: Attribute) -> CoreDataVersionHash {
        CoreDataVersionHash(digest: attribute.coreDataHash(as: .coreData, in: self))
    }

    /// Whether it is known how Core Data computes the hash of an attribute.
    func isCoreDataHashKnown(of attribute: Attribute) -> Bool {
        guard !attribute.allowsCloudEncryption else { return false }
        if attribute.isDerived { return attribute.hashedDerivation.isKnown }
        if attribute.type == .composite {
            // No public model has a composite in a composite.
            return elements(of: attribute)?.allSatisfy {
                $0.type != .composite && !$0.isDerived && $0.name.utf8.allSatisfy { $0 < 0x80 }
                    && isCoreDataHashKnown(of: $0)
            } ?? false
        }
        return !(attribute.allowsExternalBinaryDataStorage && attribute.preservesValueInHistoryOnDeletion)
    }

    /// The elements of a composite attribute; nil if the model does not contain its composite.
    private func elements(of attribute: Attribute) -> [Attribute]? {
        attribute.compositeName.flatMap(composite(named:))?.attributes
    }

    /// Returns the hash of a composite attribute, which depends only on its elements; nil if the model does not contain
    /// its composite. Each composite is hashed once at each depth, or the time would be exponential in the depth.
    fileprivate func coreDataHash(ofComposite attribute: Attribute, depth: Int) -> [UInt8]? {
        guard let name = attribute.compositeName, let composite = composite(named: name) else { return nil }
        if let known = compositeHashes?.hash(of: name, at: depth) { return known }
        let sorted = composite.attributes.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        let hash = HashedBytes(sorted.flatMap { $0.coreDataHash(as: .coreData, in: self, depth: depth + 1) }).digest
        compositeHashes?.set(hash, of: name, at: depth)
        return hash
    }
}

/// The hashes of a model's composites in Core Data, by name and by the number of composites that contain them.
final class CompositeHashes: Sendable {
    private struct Key: Hashable {
        var name: String
        var depth: Int
    }

    private let hashes = Mutex<[Key: [UInt8]]>([:])

    fileprivate func hash(of name: String, at depth: Int) -> [UInt8]? {
        hashes.withLock { $0[Key(name: name, depth: depth)] }
    }

    fileprivate func set(_ hash: [UInt8], of name: String, at depth: Int) {
        hashes.withLock { $0[Key(name: name, depth: depth)] = hash }
    }
}

extension Attribute {
    /// The maximum depth of composites in composites. A model with deeper ones can contain a cycle.
    private static let maximumDepth = 8

    /// The 32 bytes of the hash.
    ///
    /// The hash of a derived attribute depends only on its expression, and that of a composite only on its elements.
    fileprivate func coreDataHash(as form: CoreDataHashForm, in lookup: ModelLookup, depth: Int = 0) -> [UInt8] {
        if form == .coreData, isDerived { return HashedBytes(Array(hashedDerivation.text.utf8)).digest }
        if form == .coreData, type == .composite, depth < Self.maximumDepth,
            let hash = lookup.coreDataHash(ofComposite: self, depth: depth)
        {
            return hash
        }
        var bytes = HashedBytes(
            name: name, isOptional: isOptional, isTransient: isTransient, modifier: versionHashModifier)
        bytes.add(type.coreDataNumber)
        if allowsExternalBinaryDataStorage { bytes.add(UInt8(1)) }
        if preservesValueInHistoryOnDeletion { bytes.add(UInt8(1)) }
        if isDerived { bytes.add(derivationExpression) }
        if type == .composite { bytes.add(compositeName) }
        return bytes.digest
    }

    /// The text of the expression that Core Data hashes, and whether it is known to be the same.
    ///
    /// Source: the hashes of public models: `canonical:(name)` and `now()` enter as they are written, and
    /// `pages.@count` as the function `count:(pages)`.
    fileprivate var hashedDerivation: (text: String, isKnown: Bool) {
        let text = derivationExpression ?? ""
        let isPath = { (path: Substring) in
            !path.isEmpty
                && path.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
                        true
                    default: false
                    }
                }
        }
        let countSuffix = ".@count"
        if text.hasSuffix(countSuffix) {
            let path = text.dropLast(countSuffix.count)
            return ("count:(\(path))", isPath(path))
        }
        let functions = ["count:(", "canonical:("]
        let argument = functions.first(where: text.hasPrefix).map { text.dropFirst($0.count).dropLast() }
        return (text, text == "now()" || (text.hasSuffix(")") && argument.map(isPath) == true))
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
