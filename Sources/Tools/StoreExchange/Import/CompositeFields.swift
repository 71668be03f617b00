import JSONTokens
import ModelSchema
import ObjectGraph

/// The members of a composite in fields that are named by their key paths, such as `address.street`.
struct CompositeFields {
    /// Whether a field is a member of a composite, or of one in it.
    ///
    /// - Parameter name: The name of the composite in the file.
    static func contains(
        _ field: String, of attribute: Attribute, named name: String, _ composites: [String: Composite]
    ) -> Bool {
        guard field.hasPrefix(name + ".") else { return false }
        // Only the members that the field names, because a model can have exponentially many.
        var attribute = attribute
        for part in field.dropFirst(name.count + 1).split(separator: ".", omittingEmptySubsequences: false) {
            let members = composites.composite(of: attribute)?.attributes ?? []
            guard let member = members.first(where: { $0.name == part }) else { return false }
            attribute = member
        }
        return true
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
        readsRawValues: Bool
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
                        field, for: member, composites: composites, readsRawValues: readsRawValues))
            } else if member.type == .composite,
                let inner = try CompositeFields(
                    of: member, named: path, in: row, composites, readsRawValues: readsRawValues)
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
        let changed = changedMembers(of: value)
        return changed.isNull && !members.isEmpty && !attribute.isOptional ? .composite([:]) : changed
    }

    /// A composite with the members of the row, and otherwise its own; nil without any. A composite in a composite has
    /// the same fields whether it is required or not, so fields without a value do not make it one.
    private func changedMembers(of value: AttributeValue) -> AttributeValue {
        if members.isEmpty { return .null }
        var values: [String: AttributeValue] = [:]
        if case .composite(let own) = value { values = own }
        for (name, member) in members {
            let changed =
                switch member {
                case .value(let value): value
                case .members(let fields): fields.changedMembers(of: values[name] ?? .null)
                }
            values[name] = changed.isNull ? nil : changed
        }
        return values.isEmpty ? .null : .composite(values)
    }
}
