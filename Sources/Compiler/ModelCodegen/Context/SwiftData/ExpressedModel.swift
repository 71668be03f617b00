import ModelSchema

/// The model that SwiftData makes of generated code, as far as version hashes depend on it.
///
/// It lacks what SwiftData cannot express, so its hashes are those that the generated classes must have. They equal the
/// hashes of the Core Data model if SwiftData can express everything that the hashes include.
struct ExpressedModel: Sendable {
    /// The model of the generated code.
    let lookup: ModelLookup
    /// The model that the code is generated from.
    let source: ModelLookup
    /// The version hashes of ``lookup``, by the names of the entities in it.
    let hashes: [String: CoreDataVersionHash]
    /// The version hashes of ``source``, by the names of its entities.
    let sourceHashes: [String: CoreDataVersionHash]

    init(_ named: NamedModel) {
        let (source, namer) = (named.lookup, named.namer)
        self.source = source
        var model = source.model
        let inverses = ModelInverses(in: source)
        for index in model.entities.indices {
            let entity = source.model.entities[index]
            model.entities[index].name = SwiftDataClass.entityName(of: entity, namer: namer)
            model.entities[index].parentName = entity.parentName.flatMap(source.entity(named:)).map {
                SwiftDataClass.entityName(of: $0, namer: namer)
            }
            model.entities[index].isAbstract = false
            model.entities[index].versionHashModifier = nil
            // SwiftData has no renaming identifier for entities.
            model.entities[index].renamingIdentifier = nil
            model.entities[index].attributes = entity.attributes.filter { SwiftDataTypeMapping.supports($0.type) }
                .map { attribute in
                    var attribute = attribute
                    attribute.name = namer.storedName(attribute.name, of: entity)
                    attribute.isDerived = false
                    attribute.derivationExpression = nil
                    return attribute
                }
            model.entities[index].relationships = entity.relationships.filter { !$0.isTransient }.map { relationship in
                Self.expressed(relationship, of: entity, inverses, source, namer)
            }
            model.entities[index].uniquenessConstraints = entity.uniquenessConstraints.filter {
                SwiftDataClass.isExpressible($0, of: entity, in: source)
            }
        }
        for index in model.composites.indices {
            let composite = source.model.composites[index]
            let names = namer.compositeMemberNames(of: composite)
            model.composites[index].attributes = composite.attributes
                .filter { SwiftDataCompositeContext.supports($0.type) }
                .map { attribute in
                    var attribute = attribute
                    attribute.name = names[attribute.name]?.property.filter { $0 != "`" } ?? attribute.name
                    return attribute
                }
        }
        lookup = ModelLookup(model)
        sourceHashes = source.coreDataVersionHashes
        // Computing hashes takes longer than comparing models, and most models can be expressed as they are.
        hashes =
            model.entities == source.model.entities && model.composites == source.model.composites
            ? sourceHashes : lookup.coreDataVersionHashes
    }

    private static func expressed(
        _ relationship: Relationship, of entity: Entity, _ inverses: ModelInverses, _ source: ModelLookup,
        _ namer: SwiftNamer
    ) -> Relationship {
        var result = relationship
        result.name = namer.storedName(relationship.name, of: entity)
        result.isOrdered = false
        result.maximumCount = relationship.isToMany ? max(0, relationship.maximumCount) : 1
        result.destinationName = relationship.destinationName.flatMap(source.entity(named:)).map {
            SwiftDataClass.entityName(of: $0, namer: namer)
        }
        let inverse = SwiftDataInverse(of: relationship, in: entity, inverses, source)
        result.inverseName = inverse.map { namer.storedName($0.relationship.name, of: $0.owner) }
        return result
    }

    /// The version hash that the class of an entity must have.
    func hash(of entity: Entity, namer: SwiftNamer) -> CoreDataVersionHash? {
        hashes[SwiftDataClass.entityName(of: entity, namer: namer)]
    }
}

/// The inverse of a relationship that SwiftData can express: another relationship, which points back.
struct SwiftDataInverse {
    let relationship: Relationship
    /// The entity that declares it.
    let owner: Entity

    /// Nil if the relationship has no inverse that SwiftData can express.
    init?(of relationship: Relationship, in entity: Entity, _ inverses: ModelInverses, _ lookup: ModelLookup) {
        guard !relationship.isTransient, let inverse = lookup.inverse(of: relationship), !inverse.isTransient,
            !inverses.isOneSided(relationship, of: entity),
            let name = relationship.inverseEntityName ?? relationship.destinationName,
            let destination = lookup.entity(named: name),
            let owner = ([destination] + lookup.ancestors(of: destination)).first(where: {
                $0.relationship(named: inverse.name) != nil
            }),
            owner.name != entity.name || inverse.name != relationship.name
        else { return nil }
        self.relationship = inverse
        self.owner = owner
    }

    /// Whether the code names the inverse at the relationship itself, and not at the inverse. Two macros that name each
    /// other do not compile.
    func isNamed(at other: Relationship, of entity: Entity) -> Bool {
        if other.isToMany != relationship.isToMany { return other.isToMany }
        return (entity.name, other.name) < (owner.name, relationship.name)
    }
}
