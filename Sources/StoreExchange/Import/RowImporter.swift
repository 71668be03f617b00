import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import ObjectGraph

/// Makes objects of rows, in a context, to be saved together.
package final class RowImporter {
    private let context: ManagedObjectContext
    private let entity: EntityDescription
    private let mapping: ImportMapping
    private let fields: [(property: Target, mapping: ImportMapping.Property)]
    private var known: ObjectIndex?
    private var destinations: [String: ObjectIndex] = [:]
    /// Looks for conflicts row by row, once a save has met one: it takes time and memory.
    private var uniqueness: UniquenessCheck?
    private var looksForConflicts = false
    /// The rows that were taken, to be taken again when a save refuses some of them.
    private var rows: [ImportRow] = []
    private var origins = RowOrigins()
    private var rejectedRows: [RejectedRow] = []
    /// The rows that a save has refused, by their places in ``rows``.
    private var refusedRows: [Int: RejectedRow] = [:]

    package private(set) var insertedCount = 0
    package private(set) var updatedCount = 0

    /// The rows that are not imported, by line.
    package var rejected: [RejectedRow] { (rejectedRows + refusedRows.values).sorted { $0.line < $1.line } }

    private enum Target {
        case attribute(Attribute)
        case relationship(RelationshipDescription)
    }

    /// - Throws: ``ImportError`` for a mapping that does not fit the model.
    package init(
        entityNamed name: String, mapping: ImportMapping, in context: ManagedObjectContext
    ) throws(ImportError) {
        let model = context.managedObjectModel
        guard let entity = model.entitiesByName[name] else {
            throw ImportError(
                "the model '\(model.name)' has no entity '\(name)'"
                    + Self.suggestion(for: name, among: model.entities.map(\.name)))
        }
        guard !entity.isAbstract else { throw ImportError("the entity '\(name)' is abstract; name one that is not") }
        self.context = context
        self.entity = entity
        self.mapping = mapping
        let names =
            entity.attributes.filter { !$0.isTransient }.map(\.name) + entity.relationships.map(\.name)
        for property in mapping.properties.keys.sorted() + mapping.match where !names.contains(property) {
            throw ImportError(
                "'\(name)' has no property '\(property)'" + Self.suggestion(for: property, among: names))
        }
        if let match = mapping.match.first(where: { entity.attribute(named: $0) == nil }) {
            throw ImportError("objects are matched by attributes, and '\(match)' is a relationship")
        }
        fields = names.compactMap { name in
            let property = mapping.properties[name] ?? ImportMapping.Property(from: name)
            if let attribute = entity.attribute(named: name) { return (.attribute(attribute), property) }
            return entity.relationship(named: name).map { (.relationship($0), property) }
        }
    }

    /// The fields of a file that no property is taken from, each with its nearest property; but not the numbers of objects,
    /// which an export writes.
    package func unusedFields(among names: some Sequence<String>) -> [(name: String, nearest: String?)] {
        let used = Set(fields.map(\.mapping.from))
        let properties = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return Set(names).subtracting(used).subtracting(["id", "objectID"]).sorted().map {
            ($0, NearestName.to($0, among: properties))
        }
    }

    /// Takes a row, or puts it among the rejected ones.
    package func take(_ row: ImportRow) throws {
        rows.append(row)
        try makeObject(ofRow: rows.count - 1)
    }

    private func makeObject(ofRow number: Int) throws {
        let row = rows[number]
        var made: [MadeDestination] = []
        do {
            try add(row, number, &made)
        } catch let error as ImportError {
            for destination in made {
                destinations[destination.relationshipName]?[destination.key] = nil
                context.delete(destination.object)
            }
            rejectedRows.append(RejectedRow(line: row.line, message: error.message))
        }
    }

    private func add(_ row: ImportRow, _ number: Int, _ made: inout [MadeDestination]) throws {
        // Everything is read before anything is changed, so that a bad row leaves nothing behind.
        var values: [(key: String, value: Any?)] = []
        var read: [String: RowValue] = [:]
        var destinationObjects: [ManagedObject] = []
        for (target, property) in fields {
            guard let field = row.fields[property.from] else { continue }
            let mapped = field.scalarText.flatMap { property.values[$0] } ?? field
            switch target {
            case .attribute(let attribute):
                let value = try AttributeValue(mapped, for: attribute)
                read[attribute.name] = value.rowValue
                values.append((attribute.name, value.anyValue))
            case .relationship(let relationship):
                let objects = try self.destinationObjects(mapped, of: relationship, property, &made)
                destinationObjects += objects
                values.append((relationship.name, relationship.isToMany ? objects : objects.first))
            }
        }
        let key = mapping.match.map { read[$0] ?? .null }
        let object = try knownObject(for: key) ?? context.insertNewObject(forEntityName: entity.name)
        do {
            try checkUniqueness(of: object, read)
        } catch {
            if object.isInserted, origins.ownRows(of: object).isEmpty { context.delete(object) }
            throw error
        }
        if object.isInserted {
            if origins.ownRows(of: object).isEmpty { insertedCount += 1 }
        } else if !object.isUpdated {
            updatedCount += 1
        }
        if !key.isEmpty { known?[key] = object }
        for (key, value) in values { object.setValue(value, forKey: key) }
        origins.note(number, of: object, leadingTo: destinationObjects)
    }

    private func knownObject(for key: [RowValue]) throws -> ManagedObject? {
        guard !key.isEmpty else { return nil }
        let index = try known ?? ObjectIndex(of: entity, by: mapping.match, in: context)
        known = index
        return index[key]
    }

    private func checkUniqueness(of object: ManagedObject, _ values: [String: RowValue]) throws {
        guard let conflict = try uniqueness?.take(object, with: values) else { return }
        let owner = origins.ownRows(of: conflict.owner).first.map { "line \(rows[$0].line)" }
        throw ImportError(
            "\(conflict.requirement), and \(owner ?? "\(conflict.owner.objectID)") has the same already")
    }

    private func destinationObjects(
        _ field: FieldValue, of relationship: RelationshipDescription, _ property: ImportMapping.Property,
        _ made: inout [MadeDestination]
    ) throws -> [ManagedObject] {
        let members: [FieldValue] =
            switch field {
            case .null: []
            case .list(let members): members
            default: [field]
            }
        guard relationship.isToMany || members.count <= 1 else {
            throw ImportError("'\(relationship.name)' leads to one object, and the field is a list")
        }
        guard let destination = context.managedObjectModel.entitiesByName[relationship.destinationName] else {
            return []
        }
        return try members.map { member in
            if destinations[relationship.name] == nil {
                destinations[relationship.name] = try ObjectIndex(
                    of: destination, by: property.match.map { [$0] } ?? [], in: context)
            }
            let value = try destinationKey(member, of: destination, property)
            if let object = destinations[relationship.name]?[[value.rowValue]] { return object }
            guard property.create, let match = property.match, !destination.isAbstract else {
                throw ImportError("'\(relationship.name)' names an object of '\(destination.name)' that is not there")
            }
            let object = context.insertNewObject(forEntityName: destination.name)
            object.setValue(value.anyValue, forKey: match)
            destinations[relationship.name]?[[value.rowValue]] = object
            made.append(
                MadeDestination(relationshipName: relationship.name, key: [value.rowValue], object: object))
            return object
        }
    }

    private func destinationKey(
        _ field: FieldValue, of destination: EntityDescription, _ property: ImportMapping.Property
    ) throws -> AttributeValue {
        guard let match = property.match else {
            guard let number = field.scalarText.flatMap({ Int64($0) }) else {
                throw ImportError("an object of '\(destination.name)' is named by its number, or by \"match\"")
            }
            return .integer(number)
        }
        guard let attribute = destination.attribute(named: match) else {
            throw ImportError("'\(destination.name)' has no attribute '\(match)' to be matched by")
        }
        return try AttributeValue(field, for: attribute)
    }

    // MARK: Saving

    /// Saves what was taken. Rows that the model or the store does not allow are rejected, and the others are saved.
    ///
    /// - Parameter isStrict: Whether nothing is to be saved when a row is rejected.
    /// - Throws: What a save throws but for objects that are not allowed.
    package func save(isStrict: Bool = false) throws {
        while context.hasChanges {
            do {
                return try context.save()
            } catch let error as ValidationError {
                try refuse([(error.objectID, error.reason)], error)
            } catch let errors as ValidationErrors {
                try refuse(errors.errors.map { ($0.objectID, $0.reason) }, errors)
            } catch let conflicts as ConstraintConflicts {
                // A store may name one conflict only; row by row, all are found at once.
                if looksForConflicts { try refuse(claims(in: conflicts), conflicts) }
                looksForConflicts = true
            }
            try takeAgain()
            if isStrict, !rejected.isEmpty { return }
        }
    }

    /// Puts rows among the rejected ones: those that make an object, or else those that lead to it.
    private func refuse(_ reasons: [(objectID: ObjectID, reason: String)], _ error: any Error) throws {
        let behind = origins.rowsByObjectID
        let found = reasons.flatMap { objectID, reason in behind[objectID, default: []].map { ($0, reason) } }
        // Nothing that a row has done; then nothing can be mended here.
        guard !found.isEmpty else { throw error }
        for (number, reasons) in Dictionary(grouping: found, by: \.0) {
            let message = reasons.map(\.1).joined(separator: "; ")
            refusedRows[number] = RejectedRow(line: rows[number].line, message: message)
        }
    }

    /// The objects that cannot have their values, and why; the first to claim them keeps them, if no stored object has them.
    private func claims(in conflicts: ConstraintConflicts) -> [(objectID: ObjectID, reason: String)] {
        let behind = origins.rowsByObjectID.compactMapValues(\.first)
        return conflicts.conflicts.flatMap { conflict in
            let inOrder = conflict.conflictingObjectIDs.sorted { behind[$0, default: 0] < behind[$1, default: 0] }
            let losers = conflict.databaseObjectID == nil ? inOrder.dropFirst() : inOrder[...]
            let row = inOrder.first.flatMap { behind[$0] }
            let owner =
                conflict.databaseObjectID.map(\.description) ?? row.map { "line \(rows[$0].line)" } ?? "another object"
            return losers.map { ($0, "\(conflict.requirement), and \(owner) has the same already") }
        }
    }

    /// Begins anew with all rows but the refused ones, so that nothing of these is left.
    private func takeAgain() throws {
        context.rollback()
        known = nil
        destinations = [:]
        origins = RowOrigins()
        rejectedRows = []
        insertedCount = 0
        updatedCount = 0
        if looksForConflicts { uniqueness = try UniquenessCheck(of: entity, in: context) }
        for number in rows.indices where refusedRows[number] == nil { try makeObject(ofRow: number) }
        // Conflicts name objects by the identities that they will have.
        if looksForConflicts { try context.obtainPermanentIDs(for: Array(context.insertedObjects)) }
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}

/// An object that was made because a row leads to it.
private struct MadeDestination {
    var relationshipName: String
    var key: [RowValue]
    var object: ManagedObject
}

extension ValidationError {
    /// The message with the value, as of a row that people look up by its line.
    fileprivate var reason: String { message + (value.map { "; the value is \($0.shortText)" } ?? "") }
}
