import Foundation
import ObjectGraph

/// Reads the objects of a store's file, and puts back the inverses that the file does not repeat.
struct GraphReader {
    let model: ManagedObjectModel
    let formats: [String: EntityFormat]
    let storeIdentifier: UUID

    private struct ReadObject {
        var objectID: ObjectID
        var record: ObjectRecord
    }

    /// A reference as the file has it, before all objects are known.
    private struct Reference {
        var source: Int
        var relationship: RelationshipDescription
        var numbers: [Int64]
        /// The place in the file, for errors.
        var offset: Int
    }

    private var objects: [ReadObject] = []
    /// The index of an object by the root of its family and its number.
    private var indexes: [String: [Int64: Int]] = [:]
    private var references: [Reference] = []
    private var entitiesRead: Set<String> = []

    private struct ReferenceKey: Hashable {
        var source: Int
        var relationship: Int
        init(_ source: Int, _ relationship: Int) { (self.source, self.relationship) = (source, relationship) }
    }
    private var isReplaying = false
    /// Where the reference stands that a save of the journal has put in the place of earlier ones.
    private var latest: [ReferenceKey: Int] = [:]
    private var removed: Set<Int> = []
    private var removedNumbers: [String: Set<Int64>] = [:]

    init(model: ManagedObjectModel, formats: [String: EntityFormat], storeIdentifier: UUID) {
        self.model = model
        self.formats = formats
        self.storeIdentifier = storeIdentifier
    }

    mutating func readEntities(_ scanner: inout JSONScanner) throws {
        try scanner.beginObject()
        while let name = try scanner.nextKey() {
            guard let format = formats[name] else {
                throw scanner.failure(
                    "the model has no entity '\(name)' with objects of its own", at: scanner.keyOffset)
            }
            guard entitiesRead.insert(name).inserted else {
                throw scanner.failure("the entity '\(name)' is there twice", at: scanner.keyOffset)
            }
            try scanner.beginArray()
            while try scanner.nextElement() {
                try readObject(&scanner, format)
            }
        }
    }

    /// Applies what a save of the journal changes.
    mutating func apply(_ changes: StoredChanges, _ scanner: borrowing JSONScanner) throws {
        isReplaying = true
        for object in changes.inserted { try insert(object, scanner) }
        for object in changes.updated {
            guard let source = indexes[object.format.rootName]?[object.number] else {
                throw scanner.failure("the journal changes an object that does not exist")
            }
            set(object, source)
        }
        for deletion in changes.deleted {
            guard let source = indexes[deletion.format.rootName]?.removeValue(forKey: deletion.number) else {
                throw scanner.failure("the journal deletes an object that does not exist")
            }
            removed.insert(source)
            removedNumbers[deletion.format.rootName, default: []].insert(deletion.number)
        }
    }

    /// The graph, with every reference resolved.
    mutating func finish(_ scanner: borrowing JSONScanner) throws -> GraphSnapshot {
        if isReplaying {
            references = references.enumerated().filter { position, reference in
                guard !removed.contains(reference.source) else { return false }
                return latest[ReferenceKey(reference.source, reference.relationship.index)].map { $0 == position }
                    ?? true
            }.map(\.element)
        }
        for reference in references { try resolve(reference, scanner) }
        try checkSidesAgree(scanner)
        let living = objects.indices.filter { !removed.contains($0) }.map { objects[$0] }
        let byEntity = Dictionary(grouping: living, by: \.objectID.entityName)
        return GraphSnapshot(records: byEntity.mapValues { $0.map { ($0.objectID, $0.record) } })
    }

    private mutating func readObject(_ scanner: inout JSONScanner, _ format: EntityFormat) throws {
        let object = try ObjectReader(format: format).read(&scanner)
        try insert(object, scanner)
    }

    private mutating func insert(_ object: StoredChanges.Object, _ scanner: borrowing JSONScanner) throws {
        let format = object.format
        let source = objects.count
        guard indexes[format.rootName, default: [:]].updateValue(source, forKey: object.number) == nil else {
            throw scanner.failure("the number \(object.number) is another object's too", at: object.offset)
        }
        let objectID = ObjectID(
            storeIdentifier: storeIdentifier, entityName: format.entity.name, number: object.number)
        objects.append(ReadObject(objectID: objectID, record: ObjectRecord(newObjectOf: format.entity)))
        set(object, source)
    }

    private mutating func set(_ object: StoredChanges.Object, _ source: Int) {
        for (property, value) in object.values {
            switch (object.format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)):
                objects[source].record.attributes[index] = value
            case (.relationship(let index), .destinations(let numbers, let offset)):
                let relationship = object.format.entity.relationships[index]
                if isReplaying { latest[ReferenceKey(source, index)] = references.count }
                references.append(
                    Reference(source: source, relationship: relationship, numbers: numbers, offset: offset))
            default: break
            }
        }
    }

    private mutating func resolve(_ reference: Reference, _ scanner: borrowing JSONScanner) throws {
        let relationship = reference.relationship
        guard let destination = model.entitiesByName[relationship.destinationName] else { return }
        for number in reference.numbers {
            if removedNumbers[destination.rootName]?.contains(number) == true { continue }
            guard let target = indexes[destination.rootName]?[number],
                let entity = model.entitiesByName[objects[target].objectID.entityName],
                entity.isKindOf(entity: destination)
            else {
                throw scanner.failure(
                    "'\(relationship.name)' leads to \(destination.name) \(number), which does not exist",
                    at: reference.offset)
            }
            objects[reference.source].record.relationships[relationship.index].append(objects[target].objectID)
            guard let inverseName = relationship.inverseName,
                let inverse = entity.relationship(named: inverseName), !inverse.isStored
            else { continue }
            let sourceID = objects[reference.source].objectID
            objects[target].record.relationships[inverse.index].append(sourceID)
            guard inverse.isToMany || objects[target].record.relationships[inverse.index].count == 1 else {
                throw scanner.failure(
                    "'\(relationship.name)' leads to \(destination.name) \(number), as another object's does, "
                        + "and '\(inverse.name)' can lead back to one only", at: reference.offset)
            }
        }
    }

    /// One destination of one relationship of one object.
    private struct Link: Hashable {
        var source: ObjectID
        var relationshipIndex: Int
        var destination: ObjectID
    }

    /// Where a file holds both sides of a relationship, as it does when one is ordered, they must say the same.
    private func checkSidesAgree(_ scanner: borrowing JSONScanner) throws {
        let doubled = references.filter { storedInverse(of: $0.relationship) != nil }
        // A set, since the destinations of one object may be most of the graph.
        let links = Set(doubled.flatMap(self.links))
        for reference in doubled {
            guard let inverse = storedInverse(of: reference.relationship) else { continue }
            for link in self.links(of: reference) {
                let back = Link(
                    source: link.destination, relationshipIndex: inverse.index, destination: link.source)
                guard links.contains(back) else {
                    throw scanner.failure(
                        "'\(reference.relationship.name)' leads to \(link.destination.entityName) "
                            + "\(link.destination.number), whose '\(inverse.name)' does not lead back",
                        at: reference.offset)
                }
            }
        }
    }

    private func storedInverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let inverseName = relationship.inverseName,
            let inverse = model.entitiesByName[relationship.destinationName]?.relationship(named: inverseName),
            inverse.isStored
        else { return nil }
        return inverse
    }

    private func links(of reference: Reference) -> [Link] {
        let source = objects[reference.source]
        return source.record.relationships[reference.relationship.index].map {
            Link(source: source.objectID, relationshipIndex: reference.relationship.index, destination: $0)
        }
    }
}
