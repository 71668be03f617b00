import ColumnEngine
import JSONTokens

/// Applies the lines of a journal to its store. The lines are untrusted: the result is a valid graph, or an error with
/// its position.
struct ChangeReplayer {
    let model: ManagedObjectModel
    var contents: StoreContents

    /// - Throws: `JSONError` for changes that are not possible.
    mutating func apply(_ changes: StoredChanges, _ scanner: borrowing JSONScanner) throws {
        var changeSet = ChangeSet()
        let inserted = try references(to: changes.inserted, scanner)
        for object in changes.inserted { changeSet.inserted.append(try insertion(of: object, inserted, scanner)) }
        for object in changes.updated { changeSet.updated.append(try update(of: object, inserted, scanner)) }
        for deletion in changes.deleted {
            let reference = try presentRow(deletion.number, deletion.format, scanner, deletion.offset).reference
            changeSet.deleted.append(ChangeSet.Deletion(reference: reference))
        }
        do {
            contents.snapshot = try contents.snapshot.replaying(changeSet)
        } catch {
            throw scanner.error("the changes do not match their objects", at: 0)
        }
        contents.note(changes)
    }

    private var layout: GraphLayout { contents.snapshot.layout }

    /// The new objects, by the root of their family and their number.
    private func references(
        to objects: [StoredChanges.Object], _ scanner: borrowing JSONScanner
    ) throws -> [String: [Int64: ObjectReference]] {
        var references: [String: [Int64: ObjectReference]] = [:]
        for object in objects {
            guard let ordinal = layout.ordinal(ofEntityNamed: object.format.entity.name),
                presentReference(object.number, inFamilyOf: object.format.entity) == nil
            else { throw scanner.error("duplicate number \(object.number)", at: object.offset) }
            let reference = ObjectReference(entity: ordinal, number: object.number)
            guard references[object.format.rootName, default: [:]].updateValue(reference, forKey: object.number) == nil
            else { throw scanner.error("duplicate number \(object.number)", at: object.offset) }
        }
        return references
    }

    /// The stored object of a family with a given number.
    private func presentReference(_ number: Int64, inFamilyOf entity: EntityDescription) -> ObjectReference? {
        guard let root = model.entitiesByName[entity.rootName] else { return nil }
        return root.concreteFamilyNames.lazy.compactMap { layout.ordinal(ofEntityNamed: $0) }
            .map { ObjectReference(entity: $0, number: number) }
            .first { contents.snapshot.row(of: $0) != nil }
    }

    private func presentRow(
        _ number: Int64, _ format: EntityLayout, _ scanner: borrowing JSONScanner, _ offset: Int
    ) throws -> Row {
        guard number > 0, number <= ObjectReference.maximumNumber,
            let ordinal = layout.ordinal(ofEntityNamed: format.entity.name),
            let row = contents.snapshot.row(of: ObjectReference(entity: ordinal, number: number))
        else { throw scanner.error("there is no \(format.entity.name) \(number)", at: offset) }
        return row
    }

    private func insertion(
        of object: StoredChanges.Object, _ inserted: [String: [Int64: ObjectReference]],
        _ scanner: borrowing JSONScanner
    ) throws -> ChangeSet.Insertion {
        let entity = object.format.entity
        var values = object.format.absentValues
        var links = entity.relationships.map(Links.init(noneOf:))
        for (property, value) in object.values {
            switch (object.format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)): values[index] = value
            case (.relationship(let index), .destinations(let numbers, let offset)):
                links[index] = try self.links(numbers, entity.relationships[index], inserted, scanner, offset)
            default: break
            }
        }
        guard let reference = inserted[object.format.rootName]?[object.number] else {
            throw scanner.error("there is no \(entity.name) \(object.number)", at: object.offset)
        }
        return ChangeSet.Insertion(reference: reference, values: values, links: links)
    }

    private func update(
        of object: StoredChanges.Object, _ inserted: [String: [Int64: ObjectReference]],
        _ scanner: borrowing JSONScanner
    ) throws -> ChangeSet.Update {
        let row = try presentRow(object.number, object.format, scanner, object.offset)
        var update = ChangeSet.Update(reference: row.reference, version: row.version)
        for (property, value) in object.values {
            switch (object.format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)): update.values.append((index, value))
            case (.relationship(let index), .destinations(let numbers, let offset)):
                let relationship = object.format.entity.relationships[index]
                update.links.append((index, try links(numbers, relationship, inserted, scanner, offset)))
            case (.relationship(let index), .changedDestinations(let change, let offset)):
                let relationship = object.format.entity.relationships[index]
                let removed = try references(to: change.removed, relationship, inserted, scanner, offset)
                let added = try references(to: change.added, relationship, inserted, scanner, offset)
                var list = contents.snapshot.placeableDestinations(row.links(at: index), of: relationship)
                guard change.apply(to: &list, isOrdered: relationship.isOrdered, removed: removed, added: added) else {
                    throw scanner.error("the change of '\(relationship.name)' does not apply", at: offset)
                }
                update.links.append((index, .toMany(list)))
            default: break
            }
        }
        return update
    }

    private func links(
        _ numbers: [Int64], _ relationship: RelationshipDescription, _ inserted: [String: [Int64: ObjectReference]],
        _ scanner: borrowing JSONScanner, _ offset: Int
    ) throws -> Links {
        Links(try references(to: numbers, relationship, inserted, scanner, offset), of: relationship)
    }

    /// The destinations of a relationship with given numbers, in their order.
    private func references(
        to numbers: [Int64], _ relationship: RelationshipDescription, _ inserted: [String: [Int64: ObjectReference]],
        _ scanner: borrowing JSONScanner, _ offset: Int
    ) throws -> [ObjectReference] {
        guard let destination = model.entitiesByName[relationship.destinationName] else { return [] }
        let newObjects = inserted[destination.rootName]
        return try numbers.map { number in
            guard number > 0, number <= ObjectReference.maximumNumber,
                let reference = newObjects?[number] ?? presentReference(number, inFamilyOf: destination),
                layout.entities[reference.entityOrdinal].isKindOf(entity: destination)
            else {
                throw scanner.error(
                    "'\(relationship.name)' points to \(destination.name) \(number), which does not exist", at: offset)
            }
            return reference
        }
    }
}
