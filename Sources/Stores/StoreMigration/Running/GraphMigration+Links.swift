import ColumnEngine
import ModelSchema

// The links of relationships.
extension GraphMigration {
    /// The links of a relationship for the rows of a chunk; an empty column if the other side is stored.
    mutating func links(
        _ relationship: RelationshipDescription, _ references: [ObjectReference], _ contents: RowContents,
        _ mapping: EntityMapping, _ newTable: Int
    ) -> LinkColumn {
        guard relationship.isStored else {
            return relationship.isToMany ? .toMany([]) : .toOne(Array(repeating: .none, count: contents.count))
        }
        let old = mapping.relationships[relationship.index].map { mapping.old.relationships[$0] }
        let place = RelationshipPlace(table: newTable, index: relationship.index)
        if let old, keepsReferences, addedLinks[place] == nil, old.isToMany == relationship.isToMany,
            old.isOrdered == relationship.isOrdered, leadsWhereItMay(relationship, from: old),
            keepsInverse(relationship, from: old)
        {
            return contents.links[old.index]
        }
        let possible = possibleTables(of: relationship)
        let rows = contents.references.indices.map { row in
            // A link to an object that no longer exists is dropped.
            let before = old.map { contents.links[$0.index][row].resolved.references } ?? []
            return destinations(
                relationship, of: references[row], at: place, before.filter { source.row(of: $0) != nil }, possible,
                mapping)
        }
        guard relationship.isToMany else { return .toOne(rows.map { $0.first ?? .none }) }
        return .toMany(rows.map { $0.isEmpty ? ReferenceList() : ReferenceList($0) })
    }

    /// The destinations of one object, in the order of the relationship.
    private mutating func destinations(
        _ relationship: RelationshipDescription, of source: ObjectReference, at place: RelationshipPlace,
        _ before: [ObjectReference], _ possible: Set<Int>, _ mapping: EntityMapping
    ) -> [ObjectReference] {
        var destinations = before.compactMap(newReference)
        if let added = addedLinks[place]?[source] {
            let known = Set(destinations)
            destinations += added.filter { !known.contains($0) }
        }
        let fitting = destinations.filter { possible.contains($0.entityOrdinal) }
        if fitting.count < destinations.count {
            obstacles.add(
                .incompatibleDestination, mapping.new.elementName(relationship.name, in: self.mapping.new), 1,
                "it points to objects that are not of '\(relationship.destinationName)'",
                "keep the relationship, and add one under another name")
            destinations = fitting
        }
        if !relationship.isToMany, destinations.count > 1 {
            obstacles.add(
                .multipleDestinations, mapping.new.elementName(relationship.name, in: self.mapping.new), 1,
                "it points to several objects, but can point to only one",
                "keep the relationship to-many, or remove links with the older version of the model")
            destinations = Array(destinations.prefix(1))
        }
        if leadsBackToOne(relationship) {
            let claims = place.ofHierarchy(mapping, layout)
            destinations = destinations.filter { destination in
                let isFirst = claimed[claims, default: []].insert(destination).inserted
                if !isFirst { countContested(relationship) }
                return isFirst
            }
        }
        return relationship.isOrdered ? destinations : destinations.sorted()
    }

    private mutating func countContested(_ relationship: RelationshipDescription) {
        let inverseName = relationship.inverseName ?? ""
        let elementName =
            mapping.new.entitiesByName[relationship.destinationName]?.elementName(inverseName, in: mapping.new)
            ?? "\(relationship.destinationName).\(inverseName)"
        obstacles.add(
            .multipleDestinations, elementName, 1, "several objects point here, but it can point back to only one",
            "make the relationship to-many, or remove links with the older version of the model")
    }

    /// Whether the other side is derived from this one, and has room for only one object.
    private func leadsBackToOne(_ relationship: RelationshipDescription) -> Bool {
        mapping.new.inverse(of: relationship).map { !$0.isToMany && !$0.isStored } ?? false
    }

    /// Whether all possible destinations of the older relationship are valid for the newer one.
    private func leadsWhereItMay(_ relationship: RelationshipDescription, from old: RelationshipDescription) -> Bool {
        let possible = possibleTables(of: relationship)
        let family = mapping.old.entitiesByName[old.destinationName]?.concreteFamilyNames ?? []
        return family.allSatisfy { name in
            source.layout.ordinal(ofEntityNamed: name).flatMap { newTables[$0] }.map(possible.contains) ?? true
        }
    }

    /// Whether the other side is the same, and has as much room.
    private func keepsInverse(_ relationship: RelationshipDescription, from old: RelationshipDescription) -> Bool {
        guard let new = mapping.new.inverse(of: relationship) else { return true }
        guard let before = mapping.old.inverse(of: old) else { return false }
        return new.isToMany || !before.isToMany
    }

    private func possibleTables(of relationship: RelationshipDescription) -> Set<Int> {
        let family = mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
        return Set(family.compactMap { layout.ordinal(ofEntityNamed: $0) })
    }

    // MARK: - Links of the other side

    /// Finds links that only the other side of a relationship contains, because the sides were not inverses before, or
    /// one is new.
    mutating func collectAddedLinks() {
        for mapping in mapping.entities.values.sorted(by: { $0.new.name < $1.new.name }) {
            for relationship in mapping.new.relationships where relationship.isStored {
                guard let inverse = self.mapping.new.inverse(of: relationship) else { continue }
                collect(relationship, of: mapping, from: inverse)
            }
        }
    }

    private mutating func collect(
        _ relationship: RelationshipDescription, of mapping: EntityMapping, from inverse: RelationshipDescription
    ) {
        guard let newTable = layout.ordinal(ofEntityNamed: mapping.new.name) else { return }
        let old = mapping.relationships[relationship.index].map { mapping.old.relationships[$0] }
        let family = self.mapping.new.entitiesByName[relationship.destinationName]?.concreteFamilyNames ?? []
        for other in self.mapping.entities.values.sorted(by: { $0.new.name < $1.new.name })
        where family.contains(other.new.name) {
            guard let index = other.relationships[inverse.index],
                let table = source.layout.ordinal(ofEntityNamed: other.old.name), let otherTable = newTables[table]
            else { continue }
            let before = other.old.relationships[index]
            // Both sides were inverses before, so they agree.
            if let old, old.inverseName == before.name, before.inverseName == old.name { continue }
            for chunk in source.tables[table].chunks {
                for row in 0..<chunk.count {
                    for destination in chunk.contents.links[index][row].resolved.references {
                        guard let object = newReference(destination), object.entityOrdinal == newTable else { continue }
                        let link = ObjectReference(entity: otherTable, number: chunk.contents.references[row].number)
                        addedLinks[
                            RelationshipPlace(table: newTable, index: relationship.index), default: [:]
                        ][object, default: []].append(link)
                    }
                }
            }
        }
    }
}

extension GraphMigration.RelationshipPlace {
    /// The same relationship for all entities of a hierarchy, since they point to the same objects.
    fileprivate func ofHierarchy(_ mapping: EntityMapping, _ layout: GraphLayout) -> Self {
        Self(table: layout.ordinal(ofEntityNamed: mapping.new.rootName) ?? table, index: index)
    }
}

extension GraphLoader {
    /// Returns the snapshot of the migrated graph.
    ///
    /// - Throws: ``MigrationError`` with the remedy if an object that can point back to only one has two that point
    ///   to it.
    consuming func finish(in layout: GraphLayout, remedy: String) throws -> GraphSnapshot {
        do {
            return try finish()
        } catch {
            let entity = layout.entities[error.source.entityOrdinal]
            throw MigrationError([
                MigrationObstacle(
                    kind: .multipleDestinations,
                    elementName: "\(entity.name).\(entity.relationships[error.relationship].name)", objectCount: 1,
                    message: "points to an object that another object also points to", remedy: remedy)
            ])
        }
    }
}
