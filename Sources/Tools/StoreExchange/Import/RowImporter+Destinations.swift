import JSONTokens
import ObjectGraph

// Which objects the fields of relationships name.
extension RowImporter {
    func destinations(
        _ field: JSONTree, of relationship: RelationshipDescription, _ property: ImportMapping.Property,
        _ made: inout [ManagedObject]
    ) throws -> [RowLinks.Destination] {
        let members: [JSONTree] =
            switch field {
            case .null: []
            case .array(let members): members
            // Numbers in a field of CSV.
            case .string(let text) where relationship.isToMany && property.match == nil:
                text.split(separator: " ").map { .string(String($0)) }
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
            if property.match == nil, case .integer(let number) = value {
                let name = RowLinks.Name(of: number, in: destination)
                if links.hasRow(named: name) { return .row(name) }
            }
            let known = try indexes.object(
                of: destination, by: property.match.map { [$0] } ?? [], having: [value.rowValue])
            if let known { return .object(known) }
            guard property.create, let match = property.match, !destination.isAbstract else {
                throw ImportError.missingDestination(of: relationship)
            }
            let object = context.insertNewObject(forEntityName: destination.name)
            object.setStoredValue(value, forKey: match)
            made.append(object)
            try indexes.note(object)
            return .object(object)
        }
    }

    private func destinationKey(
        _ field: JSONTree, of destination: EntityDescription, _ property: ImportMapping.Property
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
        guard field != .null else {
            throw ImportError("null in a list names no object of '\(destination.name)'; leave it out")
        }
        return try AttributeValue(
            field, for: attribute, composites: destination.composites, readsRawValues: readsRawValues)
    }
}
