import ModelDiagnostics
import ObjectGraph

// Which fields of rows are properties.
extension RowImporter {
    /// The fields of a file that no property uses, each with the property of the most similar name, without the object
    /// numbers of an export.
    package func unusedFields(in file: ImportFile) -> [(name: String, nearest: String?)] {
        var unused = Set(file.rows.flatMap(\.fields.keys))
        unused.subtract([rowNames.number, "id", "objectID"])
        if file.rows.contains(where: { $0.fields[rowNames.entity]?.scalarText.flatMap { plans[$0] } != nil }) {
            unused.remove(rowNames.entity)
        }
        for plan in plans.values {
            for (_, target, property) in plan.fields {
                unused.remove(property.from)
                guard case .attribute(let attribute) = target, attribute.type == .composite else { continue }
                unused = unused.filter {
                    !CompositeFields.contains($0, of: attribute, named: property.from, plan.entity.composites)
                }
            }
        }
        let properties = Set(plans.values.flatMap { $0.fields.map(\.name) }).sorted()
        return unused.sorted().map { ($0, NearestName.to($0, among: properties)) }
    }

    /// - Throws: ``ImportError`` for a row none of whose fields is a property, which is usually one of another entity,
    ///   or has other separators.
    func checkThatFieldsAreUsed(of row: ImportRow, _ entity: EntityDescription) throws(ImportError) {
        let names = row.fields.keys.filter { ![rowNames.number, rowNames.entity, "id", "objectID"].contains($0) }
        guard !names.isEmpty, let plan = plans[entity.name] else { return }
        let isUsed = plan.fields.contains { field in
            if row.fields[field.mapping.from] != nil { return true }
            guard case .attribute(let attribute) = field.target, attribute.type == .composite else { return false }
            return names.contains {
                CompositeFields.contains($0, of: attribute, named: field.mapping.from, entity.composites)
            }
        }
        guard !isUsed else { return }
        let separator = names.count == 1 ? [";", "\t", "|"].first(where: names[0].contains) : nil
        let hint = separator == nil ? "" : "; separate the fields by commas"
        throw ImportError("no field of the row is a property of '\(entity.name)'\(hint)")
    }
}
