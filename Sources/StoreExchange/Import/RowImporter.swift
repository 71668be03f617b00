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
    /// The line that each object comes from.
    private var lines: [ObjectID: Int] = [:]

    package private(set) var insertedCount = 0
    package private(set) var updatedCount = 0
    package private(set) var rejected: [RejectedRow] = []

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
        do {
            try add(row)
        } catch let error as ImportError {
            rejected.append(RejectedRow(line: row.line, message: error.message))
        }
    }

    private func add(_ row: ImportRow) throws {
        // Everything is read before anything is changed, so that a bad row leaves nothing behind.
        var values: [(key: String, value: Any?)] = []
        var matched: [String: RowValue] = [:]
        for (target, property) in fields {
            guard let field = row.fields[property.from] else { continue }
            let mapped = field.scalarText.flatMap { property.values[$0] } ?? field
            switch target {
            case .attribute(let attribute):
                let value = try AttributeValue(mapped, for: attribute)
                if mapping.match.contains(attribute.name) { matched[attribute.name] = value.rowValue }
                values.append((attribute.name, value.anyValue))
            case .relationship(let relationship):
                let objects = try destinationObjects(mapped, of: relationship, property)
                values.append((relationship.name, relationship.isToMany ? objects : objects.first))
            }
        }
        let object = try object(for: mapping.match.map { matched[$0] ?? .null })
        for (key, value) in values { object.setValue(value, forKey: key) }
        lines[object.objectID] = row.line
    }

    private func object(for key: [RowValue]) throws -> ManagedObject {
        if !key.isEmpty {
            let index = try known ?? ObjectIndex(of: entity, by: mapping.match, in: context)
            known = index
            if let object = index[key] {
                if !object.isInserted, !object.isUpdated { updatedCount += 1 }
                return object
            }
        }
        let object = context.insertNewObject(forEntityName: entity.name)
        insertedCount += 1
        if !key.isEmpty { known?[key] = object }
        return object
    }

    private func destinationObjects(
        _ field: FieldValue, of relationship: RelationshipDescription, _ property: ImportMapping.Property
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
            var index =
                try destinations[relationship.name]
                ?? ObjectIndex(
                    of: destination, by: property.match.map { [$0] } ?? [], in: context)
            defer { destinations[relationship.name] = index }
            let value = try destinationKey(member, of: destination, property)
            if let object = index[[value.rowValue]] { return object }
            guard property.create, let match = property.match, !destination.isAbstract else {
                throw ImportError("'\(relationship.name)' names an object of '\(destination.name)' that is not there")
            }
            let object = context.insertNewObject(forEntityName: destination.name)
            object.setValue(value.anyValue, forKey: match)
            index[[value.rowValue]] = object
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

    /// Saves what was taken. Rows that the model does not allow are rejected, and the others are saved.
    ///
    /// - Parameter isStrict: Whether nothing is to be saved when a row is rejected.
    /// - Throws: What a save throws but for validation.
    package func save(isStrict: Bool = false) throws {
        while context.hasChanges {
            do {
                return try context.save()
            } catch let error as ValidationError {
                try reject([error])
                if isStrict { return }
            } catch let errors as ValidationErrors {
                try reject(errors.errors)
                if isStrict { return }
            }
        }
    }

    private func reject(_ errors: [ValidationError]) throws {
        var messages: [ObjectID: [String]] = [:]
        for error in errors { messages[error.objectID, default: []].append(error.message) }
        // An object that was made on the way has no line; then nothing can be mended here.
        guard messages.keys.allSatisfy({ lines[$0] != nil }) else { throw ValidationErrors(errors: errors) }
        for (objectID, messages) in messages {
            let object = try context.existingObject(with: objectID)
            guard object.isInserted else { throw ValidationErrors(errors: errors) }
            context.delete(object)
            insertedCount -= 1
            rejected.append(RejectedRow(line: lines[objectID] ?? 0, message: messages.joined(separator: "; ")))
        }
        rejected.sort { $0.line < $1.line }
    }

    private static func suggestion(for name: String, among names: [String]) -> String {
        NearestName.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    }
}

/// The objects of an entity by some of their values, or by their numbers.
private struct ObjectIndex {
    private var objects: [[RowValue]: ManagedObject] = [:]

    init(of entity: EntityDescription, by keys: [String], in context: ManagedObjectContext) throws {
        let paths = keys.map { ModelExpression.keyPath(ModelKeyPath([.key($0)])) }
        for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) {
            let key =
                keys.isEmpty
                ? [RowValue.integer(object.objectID.number)] : try paths.map { RowValue(try $0.value(of: object)) }
            // Of several, the one that was made first.
            if objects[key] == nil { objects[key] = object }
        }
    }

    subscript(key: [RowValue]) -> ManagedObject? {
        get { objects[key] }
        set { objects[key] = newValue }
    }
}
