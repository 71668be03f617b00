import JSONTokens
import ModelDiagnostics
import ModelExpressions
import ModelSchema
package import ObjectGraph

/// Creates objects from rows in a context, which saves them together.
package final class RowImporter {
    /// The properties of an entity and their fields.
    struct Plan {
        var entity: EntityDescription
        var fields: [(name: String, target: Target, mapping: ImportMapping.Property)]
    }

    let context: ManagedObjectContext
    /// The entity of rows that do not name one; nil if all must.
    private let entity: EntityDescription?
    /// The entities that rows can name, not abstract, by name.
    let plans: [String: Plan]
    let rowNames: RowNames
    private let mapping: ImportMapping
    let readsRawValues: Bool
    var indexes: ObjectIndexes
    /// The accepted rows, which are processed again if a save rejects some of them.
    private var rows: [ImportRow] = []
    private var origins = RowOrigins()
    /// The rows that cannot be read.
    private var unreadRows: [RejectedRow] = []
    private var rejectedRows: [RejectedRow] = []
    /// The rows that a save has rejected, by their indexes in ``rows``.
    private var refusedRows: [Int: RejectedRow] = [:]
    var links = RowLinks()
    private var claims = LinkClaims()

    package private(set) var insertedCount = 0
    package private(set) var updatedCount = 0

    /// The rows that are not imported, in the order of the file.
    package var rejected: [RejectedRow] {
        (unreadRows + rejectedRows + refusedRows.values).sorted {
            ($0.line, $0.column ?? 0) < ($1.line, $1.column ?? 0)
        }
    }

    enum Target {
        case attribute(Attribute)
        case relationship(RelationshipDescription)
    }

    /// - Parameters:
    ///   - name: The entity of the rows. A row of an export can name a descendant of it.
    ///     Nil if every row names its entity.
    ///   - readsRawValues: Whether texts are raw values of enums even if they are the names of cases.
    /// - Throws: ``ImportError`` for a mapping that does not fit the model.
    package init(
        entityNamed name: String?, mapping: ImportMapping, readsRawValues: Bool = false,
        in context: ManagedObjectContext
    ) throws(ImportError) {
        let model = context.managedObjectModel
        var family = model.entities.filter { !$0.isAbstract }
        entity = try name.map { name throws(ImportError) in
            guard let entity = model.entitiesByName[name] else {
                throw ImportError(
                    "the model '\(model.name)' has no entity '\(name)'"
                        + Self.suggestion(for: name, among: model.entities.map(\.name)))
            }
            return entity
        }
        if let entity {
            family = entity.concreteFamilyNames.compactMap { model.entitiesByName[$0] }
            guard !family.isEmpty else {
                throw ImportError("the entity '\(entity.name)' is abstract; specify one that is not")
            }
        } else if !mapping.match.isEmpty || !mapping.properties.isEmpty {
            throw ImportError("a mapping of properties is for the rows of one entity; specify it")
        }
        self.context = context
        self.mapping = mapping
        self.readsRawValues = readsRawValues
        indexes = ObjectIndexes(in: context)
        rowNames = RowNames(for: family)
        plans = Dictionary(
            family.map { ($0.name, Plan(entity: $0, fields: Self.fields(of: $0, mapping))) },
            uniquingKeysWith: { first, _ in first })
        guard let entity else { return }
        let names = Self.fields(of: entity, mapping).map(\.name)
        for property in mapping.properties.keys.sorted() + mapping.match where !names.contains(property) {
            throw ImportError(
                "'\(entity.name)' has no property '\(property)'" + Self.suggestion(for: property, among: names))
        }
        if let match = mapping.match.first(where: { entity.attribute(named: $0) == nil }) {
            throw ImportError("objects are matched by attributes, but '\(match)' is a relationship")
        }
    }

    private static func fields(
        of entity: EntityDescription, _ mapping: ImportMapping
    ) -> [(name: String, target: Target, mapping: ImportMapping.Property)] {
        let attributes = entity.attributes.filter { !$0.isTransient }.map { ($0.name, Target.attribute($0)) }
        let relationships = entity.relationships.map { ($0.name, Target.relationship($0)) }
        return (attributes + relationships).map { ($0, $1, mapping.property(named: $0)) }
    }

    /// Processes the rows of a file, including the unreadable ones.
    ///
    /// - Parameter willImport: A closure that is called before each row with the number of rows processed so far.
    /// - Throws: The error of a store, or that of the closure.
    package func importRows(of file: ImportFile, willImport: (Int) throws -> Void = { _ in }) throws {
        let start = begin(file)
        for number in file.rows.indices {
            try willImport(number)
            try makeObject(ofRow: start + number)
        }
    }

    /// Processes the rows of a file, as without pauses, but the closure can pause.
    package func importRows(
        of file: ImportFile, isolation: isolated (any Actor)? = #isolation, willImport: (Int) async throws -> Void
    ) async throws {
        let start = begin(file)
        for number in file.rows.indices {
            try await willImport(number)
            try makeObject(ofRow: start + number)
        }
    }

    /// Notes all rows of a file, because a row can point to a later one.
    ///
    /// - Returns: The number of the first one.
    private func begin(_ file: ImportFile) -> Int {
        unreadRows += file.rejected
        let start = rows.count
        for row in file.rows { note(row) }
        return start
    }

    /// Processes a row, or rejects it.
    package func importRow(_ row: ImportRow) throws {
        note(row)
        try makeObject(ofRow: rows.count - 1)
    }

    private func note(_ row: ImportRow) {
        // A row without an entity is rejected when its turn comes.
        if let entity = try? entity(of: row),
            let number = row.fields[rowNames.number]?.scalarText.flatMap({ Int64($0) })
        {
            links.note(rows.count, named: RowLinks.Name(of: number, in: entity))
        }
        rows.append(row)
    }

    /// The entity of a row: the one that it names, or the one of the import.
    private func entity(of row: ImportRow) throws(ImportError) -> EntityDescription {
        let name = row.fields[rowNames.entity]?.scalarText
        if let plan = name.flatMap({ plans[$0] }) { return plan.entity }
        if let entity {
            // The field of a foreign file can have another meaning, but not if it names an entity of the model.
            if let name, let named = context.managedObjectModel.entitiesByName[name],
                !mapping.properties.values.contains(where: { $0.from == rowNames.entity })
            {
                // Those of the family that are not abstract have plans.
                guard !named.isKindOf(entity: entity) else {
                    throw ImportError("'\(name)' is abstract; name another entity in the field '\(rowNames.entity)'")
                }
                throw ImportError("the row is of the entity '\(name)', not of '\(entity.name)'")
            }
            guard !entity.isAbstract else {
                throw ImportError("'\(entity.name)' is abstract; name another entity in the field '\(rowNames.entity)'")
            }
            return entity
        }
        guard let name else {
            throw ImportError("the row has no field '\(rowNames.entity)'; add it, or specify the entity of all rows")
        }
        let hint = Self.suggestion(for: name, among: plans.keys.sorted())
        throw ImportError("the model has no entity '\(name)' with objects\(hint)")
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
            rejectedRows.append(RejectedRow(line: row.line, column: row.column, message: error.message))
        }
    }

    private func add(_ row: ImportRow, _ number: Int, _ made: inout [ManagedObject]) throws {
        // Reads everything before it changes anything, so an invalid row has no effect.
        let entity = try entity(of: row)
        var values: [(key: String, value: AttributeValue)] = []
        var members: [(attribute: Attribute, members: CompositeFields)] = []
        var read: [String: RowValue] = [:]
        var destinations: [(relationship: RelationshipDescription, members: [RowLinks.Destination])] = []
        for (_, target, property) in plans[entity.name]?.fields ?? [] {
            switch target {
            case .attribute(let attribute):
                if let field = property.field(of: row), field != .null || attribute.type != .composite {
                    let value = try AttributeValue(
                        field, for: attribute, composites: entity.composites, readsRawValues: readsRawValues)
                    read[attribute.name] = value.rowValue
                    // The context works out derived values.
                    if !attribute.isDerived { values.append((attribute.name, value)) }
                } else if attribute.type == .composite,
                    let fields = try CompositeFields(
                        of: attribute, named: property.from, in: row, entity.composites,
                        readsRawValues: readsRawValues)
                {
                    members.append((attribute, fields))
                }
            case .relationship(let relationship):
                guard let field = property.field(of: row) else { continue }
                destinations.append((relationship, try self.destinations(field, of: relationship, property, &made)))
            }
        }
        try checkThatFieldsAreUsed(of: row, entity)
        let object = try knownObject(of: entity, having: read) ?? context.insertNewObject(forEntityName: entity.name)
        if object.isInserted {
            if origins.ownRows(of: object).isEmpty { insertedCount += 1 }
        } else if !object.isUpdated {
            updatedCount += 1
        }
        for (key, value) in values { object.setStoredValue(value, forKey: key) }
        for (attribute, fields) in members {
            object.setStoredValue(fields.changed(object.storedValue(forKey: attribute.name)), forKey: attribute.name)
        }
        origins.note(number, of: object)
        links.note(object, ofRow: number)
        for (relationship, members) in destinations {
            let link = RowLinks.Link(row: number, object: object, relationship: relationship, destinations: members)
            if let objects = link.objects { set(link, to: objects) } else { links.pending.append(link) }
        }
        try indexes.note(object)
    }

    private func set(_ link: RowLinks.Link, to objects: [ManagedObject]) {
        link.object.setValue(
            link.relationship.isToMany ? objects : objects.first, forKey: link.relationship.name)
        origins.note(link.row, leadingTo: objects)
        claims.note(link, to: objects)
    }

    /// Links the objects of rows to those of other rows, which can be later ones. Rejects rows that point to a rejected
    /// one, and those that contradict an earlier one.
    private func resolveLinks() throws {
        while true {
            let pending = links.pending
            links.pending = []
            var reasons: [Int: [String]] = [:]
            for link in pending {
                do throws(ImportError) {
                    set(link, to: try links.objects(of: link))
                } catch {
                    reasons[link.row, default: []].append(error.message)
                }
            }
            // With them, because trying all rows again for each would take quadratic time.
            reasons.merge(links.rows(pointingTo: reasons.keys, by: pending)) { first, _ in first }
            if reasons.isEmpty { reasons = claims.takeContradictions { rows[$0].place } }
            // The rows that are processed again have links again.
            guard try refuse(reasons) else { return }
        }
    }

    private func knownObject(
        of entity: EntityDescription, having values: [String: RowValue]
    ) throws -> ManagedObject? {
        guard !mapping.match.isEmpty else { return nil }
        // Many objects have no value, so this would be any of them.
        let missing = mapping.match.filter { values[$0] ?? .null == .null }
        guard missing.count < mapping.match.count else {
            let names = missing.map { "'\($0)'" }.joined(separator: " and ")
            throw ImportError("the row has no value for \(names), which identifies its object; add one")
        }
        return try indexes.object(of: entity, by: mapping.match, having: mapping.match.map { values[$0] ?? .null })
    }

    // MARK: Saving

    /// Saves the processed rows, except those that the model or the store does not allow.
    ///
    /// - Parameter isAtomic: Whether to save nothing if a row is rejected.
    /// - Returns: Whether all rows that were not rejected are saved.
    /// - Throws: Any error of a save except one for objects that are not allowed.
    package func save(isAtomic: Bool = false) throws -> Bool {
        try resolveLinks()
        if isAtomic {
            try refuseWhatIsNotAllowed()
            guard rejected.isEmpty else { return false }
            try context.save()
            return true
        }
        while context.hasChanges {
            do {
                try resolveLinks()
                try context.save()
            } catch let error as ValidationError {
                guard try refuse([error]) else { throw error }
            } catch let errors as ValidationErrors {
                guard try refuse(errors.errors) else { throw errors }
            } catch let conflicts as ConstraintConflictError {
                // A store may report only one conflict; the check finds all of them.
                guard try refuseConflictingRows() else { throw conflicts }
            }
        }
        return true
    }

    /// Saves the processed rows to the parent of the context, except those that the model or the store does not allow.
    ///
    /// Unlike ``save(isAtomic:)``, it finds conflicts before the save, because only a store reports them.
    package func saveToParent() throws {
        try resolveLinks()
        try refuseWhatIsNotAllowed()
        try context.save()
    }

    /// Rejects the rows that a save would reject, and saves nothing.
    private func refuseWhatIsNotAllowed() throws {
        while try refuse(invalidities()) || refuseConflictingRows() { try resolveLinks() }
    }

    private func invalidities() throws -> [ValidationError] {
        var found: [ValidationError] = []
        let changed = context.insertedObjects.union(context.updatedObjects)
        for (number, object) in changed.sorted(by: { $0.objectID < $1.objectID }).enumerated() {
            if number.isMultiple(of: 256) { try StoreCancellation.check() }
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
            let owner = first.rows.first.map { rows[$0].place } ?? "\(first.object.objectID)"
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
            let property = mapping.property(named: name)
            let given = own.compactMap { number in property.field(of: rows[number]).map { (number, $0) } }
            return given.reversed().prefix { $0.1 == given.last?.1 }.last?.0
        }
        return [claims.max() ?? first]
    }

    private func refuse(_ reasons: [Int: [String]]) throws -> Bool {
        for (number, reasons) in reasons {
            refusedRows[number] = RejectedRow(
                line: rows[number].line, column: rows[number].column, message: reasons.joined(separator: "; "))
        }
        if !reasons.isEmpty { try takeAgain() }
        return !reasons.isEmpty
    }

    /// Starts again with all rows except the rejected ones, so these leave no effects.
    private func takeAgain() throws {
        context.rollback()
        indexes = ObjectIndexes(in: context)
        origins = RowOrigins()
        links.forgetObjects()
        claims = LinkClaims()
        rejectedRows = []
        insertedCount = 0
        updatedCount = 0
        for number in rows.indices where refusedRows[number] == nil {
            if number.isMultiple(of: 256) { try StoreCancellation.check() }
            try makeObject(ofRow: number)
        }
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}

extension ValidationError {
    /// The message with the value, which people find by the line of the row.
    fileprivate var reason: String { message + (value.map { "; the value is \($0.shortText)" } ?? "") }
}
