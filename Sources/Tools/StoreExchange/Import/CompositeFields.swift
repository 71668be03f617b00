import ModelSchema
import ObjectGraph

/// The members of a composite in fields that are named by their key paths, such as `address.street`.
struct CompositeFields {
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    /// The names of the fields that a composite can have in a file.
    static func names(
        of attribute: Attribute, named name: String, _ composites: [String: Composite], depth: Int = 0
    ) -> [String] {
        guard depth < maximumDepth else { return [] }
        return (composites.composite(of: attribute)?.attributes ?? []).flatMap { member in
            let path = "\(name).\(member.name)"
            return [path] + names(of: member, named: path, composites, depth: depth + 1)
        }
    }

    private enum Member {
        case value(AttributeValue)
        case members(CompositeFields)
    }

    private let attribute: Attribute
    /// The members that the row has, by name.
    private var members: [String: Member] = [:]

    /// Reads the fields of a composite; nil if the row has none of them.
    ///
    /// - Parameters:
    ///   - name: The name of the composite in the file.
    ///   - composites: The composites of the model, by name.
    /// - Throws: ``ImportError`` for a field of a different type.
    init?(
        of attribute: Attribute, named name: String, in row: ImportRow, _ composites: [String: Composite],
        readsStoredValues: Bool
    ) throws(ImportError) {
        self.attribute = attribute
        // Without this, an invalid model with a cycle would not end.
        let hasMembers = row.fields.keys.contains { $0.hasPrefix(name + ".") }
        guard row.fields[name] != nil || hasMembers else { return nil }
        for member in composites.composite(of: attribute)?.attributes ?? [] {
            let path = "\(name).\(member.name)"
            if let field = row.fields[path], field != .null || member.type != .composite {
                members[member.name] = .value(
                    try AttributeValue(
                        field, for: member, composites: composites, readsStoredValues: readsStoredValues))
            } else if member.type == .composite,
                let inner = try CompositeFields(
                    of: member, named: path, in: row, composites, readsStoredValues: readsStoredValues)
            {
                members[member.name] = .members(inner)
            }
        }
        // A field for the whole composite is nil here.
        guard row.fields[name] != nil || !members.isEmpty else { return nil }
    }

    /// A composite with the members of the row, and otherwise its own.
    /// Without any, it is nil if the attribute is optional.
    func changed(_ value: AttributeValue) -> AttributeValue {
        if members.isEmpty { return .null }
        var values: [String: AttributeValue] = [:]
        if case .composite(let own) = value { values = own }
        for (name, member) in members {
            let changed =
                switch member {
                case .value(let value): value
                case .members(let fields): fields.changed(values[name] ?? .null)
                }
            values[name] = changed.isNull ? nil : changed
        }
        return values.isEmpty && attribute.isOptional ? .null : .composite(values)
    }
}
