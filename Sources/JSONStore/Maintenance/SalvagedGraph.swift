import ObjectGraph

/// Puts objects together again that were found one by one: references to what is not there are left out.
struct SalvagedGraph {
    struct BrokenLink {
        var name: String
        var reason: String
        var offset: Int
    }

    private(set) var brokenLinks: [BrokenLink] = []
    /// What objects have besides their properties.
    private(set) var unknown: [ObjectReference: UnknownMembers] = [:]
    private let model: ManagedObjectModel
    private let layout: GraphLayout
    private var objects: [(object: StoredChanges.Object, reference: ObjectReference)] = []
    private var references: [String: [Int64: ObjectReference]] = [:]

    init(model: ManagedObjectModel, layout: GraphLayout) {
        self.model = model
        self.layout = layout
    }

    /// Adds an object.
    ///
    /// - Returns: Why it cannot be kept; nil when it can.
    mutating func add(_ object: StoredChanges.Object) -> String? {
        guard let ordinal = layout.ordinal(ofEntityNamed: object.format.entity.name) else { return "no entity" }
        let root = object.format.rootName
        guard references[root]?[object.number] == nil else {
            return "the number \(object.number) is another object's too"
        }
        let reference = ObjectReference(entity: ordinal, number: object.number)
        references[root, default: [:]][object.number] = reference
        objects.append((object, reference))
        if !object.unknown.isEmpty { unknown[reference] = object.unknown }
        return nil
    }

    /// The graph of all objects that were added.
    ///
    /// - Throws: When they do not fit together, although every link was looked at.
    mutating func finish() throws -> GraphSnapshot {
        var claimed: Set<Claim> = []
        var insertions = objects.map { insertion(of: $0.object, $0.reference, &claimed) }
        removeOneSidedLinks(from: &insertions)
        return try GraphSnapshot(layout: layout, objects: insertions)
    }

    /// A destination that can lead back to one object only.
    private struct Claim: Hashable {
        var destination: ObjectReference
        var inverse: String
    }

    private mutating func insertion(
        of object: StoredChanges.Object, _ reference: ObjectReference, _ claimed: inout Set<Claim>
    ) -> ChangeSet.Insertion {
        let entity = object.format.entity
        var insertion = ChangeSet.Insertion(
            reference: reference, values: entity.defaultValues, links: entity.relationships.map(Links.init(noneOf:)))
        for (property, value) in object.values {
            switch (object.format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)): insertion.values[index] = value
            case (.relationship(let index), .destinations(let numbers, _)):
                let relationship = entity.relationships[index]
                let found = numbers.compactMap { number -> ObjectReference? in
                    guard let destination = destination(number, of: relationship, &claimed) else {
                        brokenLinks.append(
                            BrokenLink(
                                name: relationship.name,
                                reason: "leads to \(relationship.destinationName) \(number), which it cannot",
                                offset: object.offset))
                        return nil
                    }
                    return destination
                }
                insertion.links[index] = Links(found, of: relationship)
            default: break
            }
        }
        return insertion
    }

    private func destination(
        _ number: Int64, of relationship: RelationshipDescription, _ claimed: inout Set<Claim>
    ) -> ObjectReference? {
        guard let entity = model.entitiesByName[relationship.destinationName],
            let reference = references[entity.rootName]?[number],
            layout.entities[reference.entityOrdinal].isKindOf(entity: entity)
        else { return nil }
        guard let inverseName = relationship.inverseName,
            let inverse = entity.relationship(named: inverseName), !inverse.isStored, !inverse.isToMany
        else { return reference }
        return claimed.insert(Claim(destination: reference, inverse: inverseName)).inserted ? reference : nil
    }

    /// Where both sides are stored, only what both say is kept.
    private mutating func removeOneSidedLinks(from insertions: inout [ChangeSet.Insertion]) {
        let places = Dictionary(
            insertions.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
        var isChanged = true
        while isChanged {
            isChanged = false
            for place in insertions.indices {
                let entity = layout.entities[insertions[place].reference.entityOrdinal]
                for relationship in entity.relationships where relationship.isStored {
                    guard let inverseName = relationship.inverseName else { continue }
                    let links = insertions[place].links[relationship.index].references
                    let kept = links.filter { destination in
                        guard let other = places[destination],
                            let inverse = layout.entities[destination.entityOrdinal].relationship(named: inverseName),
                            inverse.isStored
                        else { return true }
                        return insertions[other].links[inverse.index].references.contains(insertions[place].reference)
                    }
                    guard kept.count < links.count else { continue }
                    isChanged = true
                    insertions[place].links[relationship.index] = Links(kept, of: relationship)
                    brokenLinks.append(
                        BrokenLink(
                            name: relationship.name, reason: "leads to an object that does not lead back",
                            offset: objects[place].object.offset))
                }
            }
        }
    }
}

extension Links {
    fileprivate init(_ references: [ObjectReference], of relationship: RelationshipDescription) {
        guard relationship.isToMany else {
            self = .toOne(references.first ?? .none)
            return
        }
        self = .toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
    }
}
