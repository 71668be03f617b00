import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import ObjectGraph

/// Creates objects from rows in a context, which saves them together.
package final class RowImporter {
    private let context: ManagedObjectContext
    private let entity: EntityDescription
    private let mapping: ImportMapping
    private let fields: [(name: String, target: Target, mapping: ImportMapping.Property)]
    private var indexes: ObjectIndexes
    /// The accepted rows, which are processed again if a save rejects some of them.
    private var rows: [ImportRow] = []
    private var origins = RowOrigins()
    /// The rows that cannot be read.
    private var unreadRows: [RejectedRow] = []
    private var rejectedRows: [RejectedRow] = []
    /// The rows that a save has rejected, by their indexes in ``rows``.
    private var refusedRows: [Int: RejectedRow] = [:]

    package private(set) var insertedCount = 0
    package private(set) var updatedCount = 0

    /// The rows that are not imported, by line.
    package var rejected: [RejectedRow] {
        (unreadRows + rejectedRows + refusedRows.values).sorted { $0.line < $1.line }
    }

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
        guard !entity.isAbstract else { throw ImportError("the entity '\(name)' is abstract; specify one that is not") }
        self.context = context
        indexes = ObjectIndexes(in: context)
        self.entity = entity
        self.mapping = mapping
        let names = entity.attributes.filter { !$0.isTransient }.map(\.name) + entity.relationships.map(\.name)
        for property in mapping.properties.keys.sorted() + mapping.match where !names.contains(property) {
            throw ImportError("'\(name)' has no property '\(property)'" + Self.suggestion(for: property, among: names))
        }
        if let match = mapping.match.first(where: { entity.attribute(named: $0) == nil }) {
            throw ImportError("objects are matched by attributes, but '\(match)' is a relationship")
        }
        fields = names.compactMap { name in
            let property = mapping.properties[name] ?? ImportMapping.Property(from: name)
            if let attribute = entity.attribute(named: name) { return (name, .attribute(attribute), property) }
            return entity.relationship(named: name).map { (name, .relationship($0), property) }
        }
    }

    /// The fields of a file that no property uses, each with the property of the most similar name, without the object
    /// numbers of an export.
    package func unusedFields(among names: some Sequence<String>) -> [(name: String, nearest: String?)] {
        let used = Set(fields.map(\.mapping.from))
        let properties = entity.attributes.map(\.name) + entity.relationships.map(\.name)
        return Set(names).subtracting(used).subtracting(["id", "objectID"]).sorted().map {
            ($0, NearestName.to($0, among: properties))
        }
    }

    /// Processes the rows of a file, including the unreadable ones.
    ///
    /// - Parameter willTake: A closure that is called before each row with the number of rows processed so far.
    package func take(_ file: ImportFile, willTake: (Int) -> Void = { _ in }) throws {
        unreadRows += file.rejected
        for (number, row) in file.rows.enumerated() {
            willTake(number)
            try take(row)
        }
    }

    /// Processes a row, or rejects it.
    package func take(_ row: ImportRow) throws {
        rows.append(row)
        try makeObject(ofRow: rows.count - 1)
    }

    private func makeObject(ofRow number: Int) throws {
        let row = rows[number]
        var made: [ManagedObject] = []
        do {
            try add(row, number, &made)
        } catch let error as ImportError {
            for destination in made {
                indexes.forget(destination)
                context.delete(destination)
            }
            rejectedRows.append(RejectedRow(line: row.line, message: error.message))
        }
    }

    private func add(_ row: ImportRow, _ number: Int, _ made: inout [ManagedObject]) throws {
        // Reads everything before it changes anything, so an invalid row has no effect.
        var values: [(key: String, value: Any?)] = []
        var read: [String: RowValue] = [:]
        var destinationObjects: [ManagedObject] = []
        for (_, target, property) in fields {
            guard let mapped = property.field(of: row) else { continue }
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
        let object = try knownObject(having: read) ?? context.insertNewObject(forEntityName: entity.name)
        if object.isInserted {
            if origins.ownRows(of: object).isEmpty { insertedCount += 1 }
        } else if !object.isUpdated {
            updatedCount += 1
        }
        for (key, value) in values { object.setValue(value, forKey: key) }
        try indexes.note(object)
        origins.note(number, of: object, leadingTo: destinationObjects)
    }

    private func knownObject(having values: [String: RowValue]) throws -> ManagedObject? {
        guard !mapping.match.isEmpty else { return nil }
        return try indexes.object(of: entity, by: mapping.match, having: mapping.match.map { values[$0] ?? .null })
    }

    private func destinationObjects(
        _ field: FieldValue, of relationship: RelationshipDescription, _ property: ImportMapping.Property,
        _ made: inout [ManagedObject]
    ) throws -> [ManagedObject] {
        let members: [FieldValue] =
            switch field {
            case .null: []
            case .list(let members): members
            default: [field]
            }
        guard relationship.isToMany || members.count <= 1 else {
            throw ImportError("'\(relationship.name)' is to-one, but the field is a list")
        }
        guard let destination = context.managedObjectModel.entitiesByName[relationship.destinationName] else {
            return []
        }
        return try members.map { member in
            let value = try destinationKey(member, of: destination, property)
            let known = try indexes.object(
                of: destination, by: property.match.map { [$0] } ?? [], having: [value.rowValue])
            if let known { return known }
            guard property.create, let match = property.match, !destination.isAbstract else {
                throw ImportError("'\(relationship.name)' names an object of '\(destination.name)' that does not exist")
            }
            let object = context.insertNewObject(forEntityName: destination.name)
            object.setValue(value.anyValue, forKey: match)
            made.append(object)
            try indexes.note(object)
            return object
        }
    }

    private func destinationKey(
        _ field: FieldValue, of destination: EntityDescription, _ property: ImportMapping.Property
    ) throws -> AttributeValue {
        guard let match = property.match else {
            guard let number = field.scalarText.flatMap({ Int64($0) }) else {
                throw ImportError("identify an object of '\(destination.name)' by its number, or by \"match\"")
            }
            return .integer(number)
        }
        guard let attribute = destination.attribute(named: match) else {
            throw ImportError("'\(destination.name)' has no attribute '\(match)' to match by")
        }
        return try AttributeValue(field, for: attribute)
    }

    // MARK: Saving

    /// Saves the processed rows, except those that the model or the store does not allow.
    ///
    /// - Parameter isStrict: Whether to save nothing if a row is rejected.
    /// - Returns: Whether all rows that were not rejected are saved.
    /// - Throws: Any error of a save except one for objects that are not allowed.
    package func save(isStrict: Bool = false) throws -> Bool {
        if isStrict {
            try refuseWhatIsNotAllowed()
            guard rejected.isEmpty else { return false }
            try context.save()
            return true
        }
        while context.hasChanges {
            do {
                try context.save()
            } catch let error as ValidationError {
                guard try refuse([error]) else { throw error }
            } catch let errors as ValidationErrors {
                guard try refuse(errors.errors) else { throw errors }
            } catch let conflicts as ConstraintConflicts {
                // A store may report only one conflict; the check finds all of them.
                guard try refuseConflictingRows() else { throw conflicts }
            }
        }
        return true
    }

    /// Rejects the rows that a save would reject, and saves nothing.
    private func refuseWhatIsNotAllowed() throws {
        while try refuse(invalidities()) || refuseConflictingRows() {}
    }

    private func invalidities() throws -> [ValidationError] {
        var found: [ValidationError] = []
        let changed = context.insertedObjects.union(context.updatedObjects)
        for object in changed.sorted(by: { $0.objectID < $1.objectID }) {
            do {
                try object.isInserted ? object.validateForInsert() : object.validateForUpdate()
            } catch let error as ValidationError {
                found.append(error)
            } catch let errors as ValidationErrors {
                found += errors.errors
            }
        }
        return found
    }

    /// Rejects the rows that create objects, or otherwise those that point to them, and processes the others again.
    ///
    /// - Returns: Whether there are such rows. If there are none, the error cannot be resolved here.
    private func refuse(_ errors: [ValidationError]) throws -> Bool {
        let behind = origins.rowsByObjectID
        var reasons: [Int: [String]] = [:]
        for error in errors {
            for number in behind[error.objectID, default: []] { reasons[number, default: []].append(error.reason) }
        }
        return try refuse(reasons)
    }

    /// Rejects the rows after which objects would have the unique values of others, and processes the others again. A
    /// stored object keeps its values. The first row with new values keeps them.
    ///
    /// - Returns: Whether there are such rows.
    private func refuseConflictingRows() throws -> Bool {
        var reasons: [Int: [String]] = [:]
        for conflict in try UniquenessCheck(of: context).conflicts() {
            let claims = conflict.objects.map { (object: $0, rows: claimingRows(of: $0, to: conflict.names)) }
            // An object whose values no row has set had them before.
            let inOrder = claims.sorted { ($0.rows.first ?? -1) < ($1.rows.first ?? -1) }
            guard let first = inOrder.first else { continue }
            let pronoun = conflict.names.count == 1 ? "it" : "them"
            let owner = first.rows.first.map { "line \(rows[$0].line)" } ?? "\(first.object.objectID)"
            for claim in inOrder.dropFirst() {
                for number in claim.rows {
                    reasons[number, default: []].append("\(conflict.requirement), but \(owner) already has \(pronoun)")
                }
            }
        }
        return try refuse(reasons)
    }

    /// The row that has set the last of an object's values for some properties. For an object that rows only point to,
    /// those rows. None for an object that had the values before.
    private func claimingRows(of object: ManagedObject, to names: [String]) -> [Int] {
        let own = origins.ownRows(of: object)
        guard let first = own.first else { return origins.leadingRows(to: object) }
        guard object.isInserted || names.contains(where: { object.changedValues()[$0] != nil }) else { return [] }
        let claims = names.compactMap { name -> Int? in
            guard let property = fields.first(where: { $0.name == name })?.mapping else { return nil }
            let given = own.compactMap { number in property.field(of: rows[number]).map { (number, $0) } }
            return given.reversed().prefix { $0.1 == given.last?.1 }.last?.0
        }
        return [claims.max() ?? first]
    }

    private func refuse(_ reasons: [Int: [String]]) throws -> Bool {
        for (number, reasons) in reasons {
            refusedRows[number] = RejectedRow(line: rows[number].line, message: reasons.joined(separator: "; "))
        }
        if !reasons.isEmpty { try takeAgain() }
        return !reasons.isEmpty
    }

    /// Starts again with all rows except the rejected ones, so these leave no effects.
    private func takeAgain() throws {
        context.rollback()
        indexes = ObjectIndexes(in: context)
        origins = RowOrigins()
        rejectedRows = []
        insertedCount = 0
        updatedCount = 0
        for number in rows.indices where refusedRows[number] == nil { try makeObject(ofRow: number) }
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}

extension ImportMapping.Property {
    fileprivate func field(of row: ImportRow) -> FieldValue? {
        guard let field = row.fields[from] else { return nil }
        return field.scalarText.flatMap { values[$0] } ?? field
    }
}

extension ValidationError {
    /// The message with the value, which people find by the line of the row.
    fileprivate var reason: String { message + (value.map { "; the value is \($0.shortText)" } ?? "") }
}

/// The rows that objects come from, by their indexes in the file, because a line can contain several.
struct RowOrigins {
    private struct Origin {
        var object: ManagedObject
        /// The rows that created or changed the object, in order.
        var own: [Int] = []
        /// The rows that point to it, in order.
        var leading: [Int] = []
    }

    /// By the objects themselves, because their identities change when they become permanent.
    private var origins: [ObjectIdentifier: Origin] = [:]

    mutating func note(_ row: Int, of object: ManagedObject, leadingTo destinations: [ManagedObject]) {
        origins[ObjectIdentifier(object), default: Origin(object: object)].own.append(row)
        for destination in destinations {
            origins[ObjectIdentifier(destination), default: Origin(object: destination)].leading.append(row)
        }
    }

    /// The rows that created or changed an object, in order.
    func ownRows(of object: ManagedObject) -> [Int] { origins[ObjectIdentifier(object)]?.own ?? [] }

    /// The rows that point to an object, in order.
    func leadingRows(to object: ManagedObject) -> [Int] { origins[ObjectIdentifier(object)]?.leading ?? [] }

    /// For each object, the rows that created or changed it, or if there are none, those that point to it. O(*n*).
    var rowsByObjectID: [ObjectID: [Int]] {
        let rows = origins.values.map { ($0.object.objectID, $0.own.isEmpty ? $0.leading : $0.own) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }
}
