import Foundation
import ObjectGraph

/// Reads the objects of a store's file, and puts back the inverses that the file does not repeat.
struct GraphReader {
    let model: ManagedObjectModel
    let formats: [String: EntityFormat]
    let layout: GraphLayout

    fileprivate struct ReadObject {
        var entity: EntityDescription
        var reference: ObjectReference
        var values: [AttributeValue]
        var links: [[ObjectReference]]
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

    init(model: ManagedObjectModel, formats: [String: EntityFormat], storeIdentifier: UUID) {
        self.model = model
        self.formats = formats
        layout = GraphLayout(model: model, storeIdentifier: storeIdentifier)
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

    /// The graph, with every reference resolved.
    mutating func finish(_ scanner: inout JSONScanner) throws -> GraphSnapshot {
        for reference in references { try resolve(reference, scanner) }
        try checkSidesAgree(scanner)
        return GraphSnapshot(layout: layout, objects: objects.map(\.insertion))
    }

    private mutating func readObject(_ scanner: inout JSONScanner, _ format: EntityFormat) throws {
        let object = try ObjectReader(format: format).read(&scanner)
        let source = objects.count
        guard indexes[format.rootName, default: [:]].updateValue(source, forKey: object.number) == nil else {
            throw scanner.failure("the number \(object.number) is another object's too", at: object.offset)
        }
        var values = format.entity.defaultValues
        for (property, value) in object.values {
            switch (format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)):
                values[index] = value
            case (.relationship(let index), .destinations(let numbers, let offset)):
                let relationship = format.entity.relationships[index]
                references.append(
                    Reference(source: source, relationship: relationship, numbers: numbers, offset: offset))
            default: break
            }
        }
        guard let ordinal = layout.ordinal(ofEntityNamed: format.entity.name) else { return }
        objects.append(
            ReadObject(
                entity: format.entity, reference: ObjectReference(entity: ordinal, number: object.number),
                values: values, links: Array(repeating: [], count: format.entity.relationships.count)))
    }

    private mutating func resolve(_ reference: Reference, _ scanner: borrowing JSONScanner) throws {
        let relationship = reference.relationship
        guard let destination = model.entitiesByName[relationship.destinationName] else { return }
        for number in reference.numbers {
            guard let target = indexes[destination.rootName]?[number],
                objects[target].entity.isKindOf(entity: destination)
            else {
                throw scanner.failure(
                    "'\(relationship.name)' leads to \(destination.name) \(number), which does not exist",
                    at: reference.offset)
            }
            objects[reference.source].links[relationship.index].append(objects[target].reference)
            guard let inverseName = relationship.inverseName,
                let inverse = objects[target].entity.relationship(named: inverseName), !inverse.isStored,
                !inverse.isToMany
            else { continue }
            objects[target].links[inverse.index].append(objects[reference.source].reference)
            guard objects[target].links[inverse.index].count == 1 else {
                throw scanner.failure(
                    "'\(relationship.name)' leads to \(destination.name) \(number), as another object's does, "
                        + "and '\(inverse.name)' can lead back to one only", at: reference.offset)
            }
        }
    }

    /// One destination of one relationship of one object.
    private struct Link: Hashable {
        var source: ObjectReference
        var relationshipIndex: Int
        var destination: ObjectReference
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
                        "'\(reference.relationship.name)' leads to \(layout.objectID(for: link.destination).entityName) "
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
        return source.links[reference.relationship.index].map {
            Link(source: source.reference, relationshipIndex: reference.relationship.index, destination: $0)
        }
    }
}

extension GraphReader.ReadObject {
    /// The object with its stored links; the others follow from them.
    fileprivate var insertion: ChangeSet.Insertion {
        let links = entity.relationships.map { relationship -> Links in
            let references = relationship.isStored ? self.links[relationship.index] : []
            if !relationship.isToMany { return .toOne(references.first ?? .none) }
            return .toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
        }
        return ChangeSet.Insertion(reference: reference, values: values, links: links)
    }
}
