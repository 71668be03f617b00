package import ColumnEngine
import ModelSchema

/// A migration that a database can perform itself, column by column, without objects in the memory of a program.
///
/// Nothing is decided object by object: attributes and relationships continue, get one value, or are dropped. The
/// contents of a store can still be an obstacle: ``Entity`` says what to count. If there is anything, run the migration
/// with all objects in memory instead, which reports each obstacle.
package struct PlainMigration {
    /// The source of the values of an attribute.
    package enum Source {
        /// All objects get one value.
        case constant(AttributeValue)
        /// From an attribute of the older entity, by its index.
        case kept(Int)
        /// Like ``kept``, with a value for objects without one.
        case filled(Int, AttributeValue)
        /// From an attribute of a narrower type, every number of which the newer type can represent.
        case widened(Int)
    }

    /// How the objects of an entity change.
    package struct Entity {
        /// The entity in the older model.
        package let old: EntityDescription
        /// The entity that continues it.
        package let new: EntityDescription
        /// In the order of the newer entity's attributes, including those that are not stored.
        package let attributes: [Source]
        /// The index of the older relationship that each continues, if any, in the order of the newer entity's
        /// relationships.
        package let relationships: [Int?]
        /// The older attributes that must not have a value in any object.
        package let attributesWithoutValues: [Int]
        /// The older attributes that must have a value in every object.
        package let attributesWithValues: [Int]
        /// The older relationships that must not have a destination in any object.
        package let relationshipsWithoutDestinations: [Int]
        /// The older relationships that must have a destination in every object.
        package let relationshipsWithDestinations: [Int]
        /// Whether there must be no objects, because each would lack a required value or destination.
        package let hasNoObjects: Bool
        fileprivate let mapping: EntityMapping
    }

    /// The entities whose objects continue.
    package let entities: [Entity]
    /// The names in the newer model of the entities that continue, by their older names.
    package let newNames: [String: String]
    /// The older entities that must not have objects, because no entity continues them.
    package let entitiesWithoutObjects: [EntityDescription]

    /// - Returns: Nil if counting objects is not enough to decide whether the store can migrate.
    init?(from old: ManagedObjectModel, to new: ManagedObjectModel, droppedElements: Set<String>) {
        let mapping = ModelMapping(from: old, to: new)
        guard mapping.obstacles.isEmpty, Self.keepsHierarchies(mapping) else { return nil }
        newNames = mapping.newNames
        entitiesWithoutObjects = old.entities.filter { !$0.isAbstract && mapping.entities[$0.name] == nil }
        var entities: [Entity] = []
        for entity in old.entities.sorted(by: { $0.name < $1.name }) {
            guard let own = mapping.entities[entity.name] else { continue }
            guard let plain = Self.entity(own, mapping, droppedElements) else { return nil }
            entities.append(plain)
        }
        self.entities = entities
    }

    /// The report of the migration, from the number of objects of each older entity.
    package func report(objectCounts: [String: Int]) -> MigrationReport {
        var report = MigrationReport()
        for entity in entities {
            guard let count = objectCounts[entity.old.name], count > 0 else { continue }
            report.entities.append(MigrationReport.Entity(entity.mapping, objectCount: count, hasPolicy: false))
        }
        return report
    }

    // MARK: - What is plain

    /// Whether each hierarchy continues as one hierarchy with the same members.
    private static func keepsHierarchies(_ mapping: ModelMapping) -> Bool {
        let members = Array(mapping.entities.values)
        let oldRoots = Dictionary(grouping: members, by: \.new.rootName).values
        let newRoots = Dictionary(grouping: members, by: \.old.rootName).values
        return Set(members.map(\.new.name)).count == members.count
            && oldRoots.allSatisfy { Set($0.map(\.old.rootName)).count == 1 }
            && newRoots.allSatisfy { Set($0.map(\.new.rootName)).count == 1 }
    }

    private static func entity(_ own: EntityMapping, _ mapping: ModelMapping, _ accepted: Set<String>) -> Entity? {
        guard knowsConstraints(own, mapping) else { return nil }
        func isAccepted(_ name: String) -> Bool { accepted.contains(own.old.elementName(name, in: mapping.old)) }
        var sources: [Source] = []
        var withValues: [Int] = []
        var hasNoObjects = false
        for (attribute, source) in zip(own.new.attributes, own.attributes) {
            let isRequired = !attribute.isOptional && !attribute.isTransient && !attribute.isDerived
            // Each object gets a value of its own.
            if attribute.isDerived, !isSameDerivation(attribute, source, own) { return nil }
            switch source {
            case .constant(let value):
                sources.append(.constant(value))
                if isRequired, value.isNull { hasNoObjects = true }
            case .kept(let index):
                sources.append(.kept(index))
                if isRequired, own.old.attributes[index].isOptional { withValues.append(index) }
            case .filled(let index, let value): sources.append(.filled(index, value))
            case .widened(let index):
                guard keepsEveryNumber(own.old.attributes[index].type, attribute.type) else { return nil }
                sources.append(.widened(index))
                if isRequired, own.old.attributes[index].isOptional { withValues.append(index) }
            case .recomposed, .incompatibleType: return nil
            }
        }
        var withDestinations: [Int] = []
        for relationship in own.new.relationships where !relationship.schema.isTransient {
            guard isPlain(relationship, own, mapping) else { return nil }
            guard relationship.isRequired, !relationship.isToMany else { continue }
            if let index = own.relationships[relationship.index] {
                let before = own.old.relationships[index]
                if !before.isRequired || before.isToMany { withDestinations.append(index) }
            } else {
                hasNoObjects = true
            }
        }
        return Entity(
            old: own.old, new: own.new, attributes: sources, relationships: own.relationships,
            attributesWithoutValues: own.droppedAttributes.filter { !isAccepted(own.old.attributes[$0].name) },
            attributesWithValues: withValues,
            relationshipsWithoutDestinations: own.droppedRelationships.filter {
                !isAccepted(own.old.relationships[$0].name)
            }, relationshipsWithDestinations: withDestinations, hasNoObjects: hasNoObjects, mapping: own)
    }

    /// Whether a derived attribute continues one with the same expression, so that its values stay right.
    private static func isSameDerivation(
        _ attribute: Attribute, _ source: AttributeSource, _ own: EntityMapping
    ) -> Bool {
        guard case .kept(let index) = source else { return false }
        return own.old.attributes[index].derivationExpression == attribute.derivationExpression
    }

    private static func keepsEveryNumber(_ old: AttributeType, _ new: AttributeType) -> Bool {
        switch (old, new) {
        case (.integer64, .double), (.integer64, .float), (.integer32, .float): false
        default: true
        }
    }

    /// Whether a relationship is new on both sides, or has the same destination and inverse.
    private static func isPlain(
        _ relationship: RelationshipDescription, _ own: EntityMapping, _ mapping: ModelMapping
    ) -> Bool {
        let inverse = mapping.new.inverse(of: relationship)
        guard let old = own.relationships[relationship.index].map({ own.old.relationships[$0] }) else {
            guard let inverse else { return true }
            // The links that the other side contained so far would have to be on this side, too.
            let family = mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
            return mapping.entities.values.filter { family.contains($0.new.name) }.allSatisfy { member in
                member.new.relationship(named: inverse.name).map { member.relationships[$0.index] == nil } ?? true
            }
        }
        guard old.isToMany == relationship.isToMany, old.isOrdered == relationship.isOrdered,
            old.isStored == relationship.isStored, old.allowsMissingDestination == relationship.allowsMissingDestination
        else { return false }
        let possible = mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
        let family = mapping.old.entitiesByName[old.destinationName]?.concreteFamilyNames ?? []
        guard family.allSatisfy({ name in mapping.entities[name].map { possible.contains($0.new.name) } ?? true })
        else { return false }
        let before = mapping.old.inverse(of: old)
        guard let inverse, let before else { return inverse == nil && before == nil }
        return inverse.isToMany == before.isToMany
            && mapping.entities.values.filter { family.contains($0.old.name) }.allSatisfy { member in
                guard let next = member.new.relationship(named: inverse.name) else { return false }
                return member.relationships[next.index].map { member.old.relationships[$0].name } == before.name
            }
    }

    /// Whether no constraint is new for the objects of an entity. A constraint that it already had is not, if its
    /// values stay.
    private static func knowsConstraints(_ own: EntityMapping, _ mapping: ModelMapping) -> Bool {
        own.new.lineage(in: mapping.new).allSatisfy { entity in
            entity.schema.uniquenessConstraints.allSatisfy { constraint in
                let names = constraint.propertyNames.map { name -> String? in
                    guard let index = own.new.attributes.firstIndex(where: { $0.name == name }),
                        case .kept(let old) = own.attributes[index]
                    else { return nil }
                    return own.old.attributes[old].name
                }
                guard let oldName = mapping.newNames.first(where: { $0.value == entity.name })?.key,
                    let before = mapping.old.entitiesByName[oldName],
                    before.ancestorNames.isEmpty == entity.ancestorNames.isEmpty,
                    before.concreteFamilyNames.contains(own.old.name)
                else { return false }
                return before.schema.uniquenessConstraints.contains {
                    Set($0.propertyNames.map(Optional.some)) == Set(names)
                }
            }
        }
    }
}
