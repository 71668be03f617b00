package import JSONTokens

/// The mapping of the fields of rows to properties of objects.
///
/// ```json
/// {
///   "at": "data.heroes",
///   "match": ["name"],
///   "properties": {
///     "name": "hero_name",
///     "universe": {"from": "publisher", "values": {"Marvel Comics": 0, "DC Comics": 1}},
///     "teams": {"from": "team", "match": "name", "create": true}
///   }
/// }
/// ```
package struct ImportMapping: Sendable, Hashable {
    package struct Property: Sendable, Hashable {
        /// The field.
        package var from: String
        /// The values by the texts that represent them. Fields with other texts are used unchanged.
        package var values: [String: JSONTree] = [:]
        /// For a relationship, the attribute of the destination that the field contains; nil for the number of the
        /// object.
        package var match: String?
        /// Whether to create missing destinations.
        package var create = false
    }

    /// The keys that point to the rows.
    package var path: [String] = []
    /// The attributes that identify an existing object, which the row then changes. If empty, every row is a new
    /// object.
    package var match: [String] = []
    /// The fields by property. A property that is not listed has the field of its name.
    package var properties: [String: Property] = [:]

    package init() {}

    /// Reads a mapping.
    ///
    /// - Throws: ``ImportError``, with the position for text that is not JSON.
    package init(json bytes: [UInt8]) throws(ImportError) {
        let value: JSONTree
        do {
            value = try JSONScanner.scan(bytes.withoutByteOrderMark) { try JSONTree(ofFile: &$0) }
        } catch {
            throw ImportError(error)
        }
        for (key, value) in try Self.members(value, of: "a mapping", known: ["at", "match", "properties"]) {
            switch key {
            case "at": path = try Self.text(value, for: "at").split(separator: ".").map(String.init)
            case "match": match = try Self.texts(value, for: "match")
            default:
                for (name, value) in try Self.members(value, of: "'properties'", known: nil) {
                    properties[name] = try Self.property(value, named: name)
                }
            }
        }
    }

    private static func property(_ value: JSONTree, named name: String) throws(ImportError) -> Property {
        if case .string(let field) = value { return Property(from: field) }
        var property = Property(from: name)
        let known = ["from", "values", "match", "create"]
        for (key, value) in try members(value, of: "the mapping of '\(name)'", known: known) {
            switch (key, value) {
            case ("from", _): property.from = try text(value, for: "from")
            case ("match", _): property.match = try text(value, for: "match")
            case ("create", .boolean(let flag)): property.create = flag
            case ("values", .object(let values)): property.values = values
            default: throw ImportError("'\(key)' of '\(name)' cannot be \(value.kind)")
            }
        }
        return property
    }

    private static func members(
        _ value: JSONTree, of what: String, known: [String]?
    ) throws(ImportError) -> [(String, JSONTree)] {
        guard case .object(let members) = value else {
            throw ImportError("\(what) must be an object, not \(value.kind)")
        }
        if let known, let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw ImportError("\(what) has the unknown key '\(unknown)'; use \(known.joined(separator: ", "))")
        }
        return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func text(_ value: JSONTree, for key: String) throws(ImportError) -> String {
        guard let text = value.text else { throw ImportError("'\(key)' must be text, not \(value.kind)") }
        return text
    }

    private static func texts(_ value: JSONTree, for key: String) throws(ImportError) -> [String] {
        guard case .array(let members) = value else { return [try text(value, for: key)] }
        var texts: [String] = []
        for member in members { texts.append(try text(member, for: key)) }
        return texts
    }
}

extension ImportMapping {
    /// The field of a property: the mapped one, or the one of its name.
    func property(named name: String) -> Property { properties[name] ?? Property(from: name) }
}

extension ImportMapping.Property {
    /// The field of a row, with the value that its text represents; nil if the row has none.
    func field(of row: ImportRow) -> JSONTree? {
        guard let field = row.fields[from] else { return nil }
        return field.scalarText.flatMap { values[$0] } ?? field
    }
}
