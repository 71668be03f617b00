package import ColumnEngine
import ModelSchema

/// A migration that a database can make by itself, column by column, without any object in the memory of a program.
///
/// It is one for which nothing has to be decided object by object: attributes and relationships go on, get one value, or
/// go. What stores hold may stand against that all the same: ``Entity`` says what has to be counted. Where anything is found,
/// the migration is to be made with all objects in memory, which tells people of each obstacle.
package struct PlainMigration {
    /// Where the values of an attribute come from.
    package enum Source {
        /// All objects get one value.
        case constant(AttributeValue)
        /// From an attribute of the older entity, by its place.
        case kept(Int)
        /// As ``kept``, with a value where there was none.
        case filled(Int, AttributeValue)
        /// From an attribute of a type that is narrower, of which every number has its place in the newer one.
        case widened(Int)
    }

    /// How the objects of an entity change.
    package struct Entity {
        /// The entity in the older model.
        package let old: EntityDescription
        /// The entity that continues it.
        package let new: EntityDescription
        /// In the order of the newer entity's attributes; those that are not stored have a source all the same.
        package let attributes: [Source]
        /// In the order of the newer entity's relationships: the place of the older one that each continues; nil for none.
        package let relationships: [Int?]
        /// The older attributes that no object may have a value of.
        package let attributesWithoutValues: [Int]
        /// The older attributes that every object has to have a value of.
        package let attributesWithValues: [Int]
        /// The older relationships that may have no destination.
        package let relationshipsWithoutDestinations: [Int]
        /// The older relationships that every object has to have a destination of.
        package let relationshipsWithDestinations: [Int]
        /// Whether there may be no objects, as one would lack what is required.
        package let hasNoObjects: Bool
        fileprivate let mapping: EntityMapping
    }

    /// The entities whose objects go on.
    package let entities: [Entity]
    /// The names in the newer model of the entities that go on, by their older names.
    package let newNames: [String: String]
    /// The older entities that may have no objects: nothing continues them.
    package let entitiesWithoutObjects: [EntityDescription]

    /// - Returns: Nil if more has to be known of objects than can be counted.
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

    /// What a migration tells of the objects, given how many there are of each older entity.
    package func report(objectCounts: [String: Int]) -> MigrationReport {
        var report = MigrationReport()
        for entity in entities {
            guard let count = objectCounts[entity.old.name], count > 0 else { continue }
            report.entities.append(MigrationReport.Entity(entity.mapping, objectCount: count, hasPolicy: false))
        }
        return report
    }

    // MARK: - What is plain

    /// Whether each hierarchy goes on as one, of which the members are told apart as they were.
    private static func keepsHierarchies(_ mapping: ModelMapping) -> Bool {
        let members = Array(mapping.entities.values)
        let oldRoots = Dictionary(grouping: members, by: \.new.rootName).values
        let newRoots = Dictionary(grouping: members, by: \.old.rootName).values
        return Set(members.map(\.new.name)).count == members.count
            && oldRoots.allSatisfy { Set($0.map(\.old.rootName)).count == 1 }
            && newRoots.allSatisfy { Set($0.map(\.new.rootName)).count == 1 }
    }

    private static func entity(
        _ own: EntityMapping, _ mapping: ModelMapping, _ accepted: Set<String>
    ) -> Entity? {
        guard knowsConstraints(own, mapping) else { return nil }
        func isAccepted(_ name: String) -> Bool { accepted.contains(own.old.elementName(name, in: mapping.old)) }
        var sources: [Source] = []
        var withValues: [Int] = []
        var hasNoObjects = false
        for (attribute, source) in zip(own.new.attributes, own.attributes) {
            let isRequired = !attribute.isOptional && !attribute.isTransient && !attribute.isDerived
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
            case .recomposed, .otherType: return nil
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

    private static func keepsEveryNumber(_ old: AttributeType, _ new: AttributeType) -> Bool {
        switch (old, new) {
        case (.integer64, .double), (.integer64, .float), (.integer32, .float): false
        default: true
        }
    }

    /// Whether a relationship is new on both sides, or leads where it led, and back.
    private static func isPlain(
        _ relationship: RelationshipDescription, _ own: EntityMapping, _ mapping: ModelMapping
    ) -> Bool {
        let inverse = inverse(of: relationship, in: mapping.new)
        guard let old = own.relationships[relationship.index].map({ own.old.relationships[$0] }) else {
            guard let inverse else { return true }
            // What the other side has told so far would have to be told on this side, too.
            let family = mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
            return mapping.entities.values.filter { family.contains($0.new.name) }.allSatisfy { member in
                member.new.relationship(named: inverse.name).map { member.relationships[$0.index] == nil } ?? true
            }
        }
        guard old.isToMany == relationship.isToMany, old.isOrdered == relationship.isOrdered,
            old.isStored == relationship.isStored, old.mayLeadNowhere == relationship.mayLeadNowhere
        else { return false }
        let possible = mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
        let family = mapping.old.entitiesByName[old.destinationName]?.concreteFamilyNames ?? []
        guard family.allSatisfy({ name in mapping.entities[name].map { possible.contains($0.new.name) } ?? true })
        else {
            return false
        }
        let before = Self.inverse(of: old, in: mapping.old)
        guard let inverse, let before else { return inverse == nil && before == nil }
        return inverse.isToMany == before.isToMany
            && mapping.entities.values.filter { family.contains($0.old.name) }.allSatisfy { member in
                guard let next = member.new.relationship(named: inverse.name) else { return false }
                return member.relationships[next.index].map { member.old.relationships[$0].name } == before.name
            }
    }

    private static func inverse(
        of relationship: RelationshipDescription, in model: ManagedObjectModel
    ) -> RelationshipDescription? {
        relationship.inverseName.flatMap {
            model.entitiesByName[relationship.destinationName]?.relationship(named: $0)
        }
    }

    /// Whether no constraint is new to the objects of an entity: it may have been its own, with values that stay.
    private static func knowsConstraints(_ own: EntityMapping, _ mapping: ModelMapping) -> Bool {
        let lineage = [own.new] + own.new.ancestorNames.compactMap { mapping.new.entitiesByName[$0] }
        return lineage.allSatisfy { entity in
            entity.schema.uniquenessConstraints.allSatisfy { constraint in
                let names = constraint.propertyNames.map { name -> String? in
                    guard let index = own.new.attributes.firstIndex(where: { $0.name == name }),
                        case .kept(let old) = own.attributes[index]
                    else { return nil }
                    return own.old.attributes[old].name
                }
                guard let oldName = mapping.newNames.first(where: { $0.value == entity.name })?.key,
                    let before = mapping.old.entitiesByName[oldName],
                    before.ancestorNames.isEmpty == entity.ancestorNames.isEmpty
                else { return false }
                return before.schema.uniquenessConstraints.contains {
                    Set($0.propertyNames.map(Optional.some)) == Set(names)
                }
            }
        }
    }
}
