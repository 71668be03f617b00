public import ModelSchema

extension MappingModel {
    /// A mapping that does not fit the versions it is for.
    public struct Mismatch: Sendable, Hashable {
        /// The name of the mapping.
        public let mappingName: String
        /// Whether the older entity does not fit.
        public let isSourceEntity: Bool
        /// The entity.
        public let entityName: String
        /// Whether the version has the entity, with another hash.
        public let entityExists: Bool
    }

    /// Returns the mappings whose hashes differ from those of two versions. Core Data does not find a mapping model
    /// that has any.
    public func mismatches(from old: Model, to new: Model) -> [Mismatch] {
        let lookups = (ModelLookup(old), ModelLookup(new))
        return entityMappings.flatMap { mapping in
            [
                Self.mismatch(
                    mapping, mapping.sourceEntityName, mapping.sourceEntityVersionHash, in: lookups.0,
                    isSourceEntity: true),
                Self.mismatch(
                    mapping, mapping.destinationEntityName, mapping.destinationEntityVersionHash, in: lookups.1,
                    isSourceEntity: false),
            ].compactMap(\.self)
        }
    }

    private static func mismatch(
        _ mapping: EntityMapping, _ name: String?, _ hash: CoreDataVersionHash?, in lookup: ModelLookup,
        isSourceEntity: Bool
    ) -> Mismatch? {
        guard let name else { return nil }
        let entity = lookup.entity(named: name)
        guard entity.map(lookup.coreDataVersionHash) != hash || hash == nil else { return nil }
        return Mismatch(
            mappingName: mapping.name, isSourceEntity: isSourceEntity, entityName: name, entityExists: entity != nil)
    }
}
