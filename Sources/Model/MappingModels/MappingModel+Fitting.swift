public import ModelSchema

extension MappingModel {
    /// A mapping that does not fit the versions it is for.
    public struct Mismatch: Sendable, Hashable {
        /// The name of the mapping.
        public let mappingName: String
        /// Whether the older entity does not fit.
        public let isOfSource: Bool
        /// The entity.
        public let entityName: String
        /// Whether the version has the entity, with another hash.
        public let entityExists: Bool
    }

    /// Returns the mappings whose hashes differ from those of two versions. Core Data does not find a mapping model
    /// that has any.
    public func mismatches(from old: Model, to new: Model) -> [Mismatch] {
        let lookups = (ModelLookup(old), ModelLookup(new))
        return entities.flatMap { mapping in
            [
                Self.mismatch(mapping, mapping.sourceName, mapping.sourceHash, in: lookups.0, isOfSource: true),
                Self.mismatch(
                    mapping, mapping.destinationName, mapping.destinationHash, in: lookups.1, isOfSource: false),
            ].compactMap(\.self)
        }
    }

    private static func mismatch(
        _ mapping: EntityMapping, _ name: String?, _ hash: CoreDataVersionHash?, in lookup: ModelLookup,
        isOfSource: Bool
    ) -> Mismatch? {
        guard let name else { return nil }
        let entity = lookup.entity(named: name)
        guard entity.map(lookup.coreDataVersionHash) != hash || hash == nil else { return nil }
        return Mismatch(
            mappingName: mapping.name, isOfSource: isOfSource, entityName: name, entityExists: entity != nil)
    }
}
