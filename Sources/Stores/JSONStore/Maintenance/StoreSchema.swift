public import ColumnEngine
import JSONTokens

extension JSONStore {
    /// Returns a JSON Schema (draft 2020-12) for the files of stores with a model.
    ///
    /// ```swift
    /// let schema = Data(JSONStore.schema(of: model))
    /// try schema.write(to: schemaURL)
    /// ```
    ///
    /// - Returns: UTF-8 text that ends with a line feed, and is the same for the same model.
    public static func schema(of model: ManagedObjectModel) -> [UInt8] { StoreSchema(model: model).bytes }
}

/// Describes the files of stores with a model as a JSON Schema.
struct StoreSchema {
    let model: ManagedObjectModel
    /// The number of members of composites that can still be described. The schema repeats a composite wherever it is
    /// used, so without a limit, its size would be exponential in the depth of composites in composites.
    private var remainingMemberCount = 10_000
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    init(model: ManagedObjectModel) { self.model = model }

    var bytes: [UInt8] {
        let formats = EntityLayout.all(of: model, external: ExternalData(folder: ""))
        var parts = self
        let entities = formats.map { ($0.entity.name, SchemaValue.array(of: parts.object($0))) }
        let roots = Set(formats.map(\.rootName)).sorted()
        let hashes = SchemaValue.members([("type", .text("object")), ("additionalProperties", .type("string"))])
        let file = SchemaValue.object(
            [
                ("format", .constant(StoreFormat.name)),
                ("version", .members([("const", .integer(StoreFormat.version))])),
                ("store", .uuid),
                ("model", .object([("name", .type("string")), ("hashes", hashes)], required: ["hashes"])),
                (StoredModel.schemaKey, .array(of: .type("string"))),
                ("metadata", .type("object")),
                ("lastIDs", .object(roots.map { ($0, .number) }, required: [])),
                ("entities", .object(entities, required: [])),
            ], required: ["format", "version", "store", "model", "entities"])
        guard case .members(let members) = file else { return [] }
        var writer = JSONWriter(capacity: 4096)
        SchemaValue.members(
            [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
                ("title", .text("Store of the model \(model.name)")),
            ] + members
        ).write(to: &writer, indentation: 0)
        writer.writeRaw("\n")
        return writer.finish()
    }

    private mutating func object(_ format: EntityLayout) -> SchemaValue {
        let entity = format.entity
        let properties = zip(format.keys.keys, format.properties).map { key, property -> (String, SchemaValue) in
            switch property {
            case .identity: (key, .number)
            case .attribute(let index): (key, value(of: entity.attributes[index], in: entity).orNull)
            case .relationship(let index):
                (key, entity.relationships[index].isToMany ? .array(of: .number) : .number.orNull)
            }
        }
        return .object(properties, required: [format.keys.keys[0]])
    }

    private mutating func value(of attribute: Attribute, in entity: EntityDescription, depth: Int = 0) -> SchemaValue {
        switch attribute.type {
        case .boolean: .type("boolean")
        case .integer16, .integer32, .integer64:
            .members([
                ("type", .text("integer")), ("minimum", .integer(attribute.type.integerRange?.lowerBound ?? .min)),
                ("maximum", .integer(attribute.type.integerRange?.upperBound ?? .max)),
            ])
        case .float, .double:
            .any(of: [
                .type("number"), .members([("enum", .list([.text("NaN"), .text("Infinity"), .text("-Infinity")]))]),
            ])
        case .decimal: .pattern("^(NaN|[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?)$")
        case .date:
            .pattern(
                "^(@.+|([+-][0-9]{6}|[0-9]{4})-[0-9]{2}-[0-9]{2}[Tt]"
                    + "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))$"
            )
        case .binary where attribute.allowsExternalBinaryDataStorage:
            .any(of: [
                .base64,
                .object(
                    [(AttributeReader.externalKey, .pattern("^[0-9a-f]{64}$")), (AttributeReader.sizeKey, .number)],
                    required: [AttributeReader.externalKey, AttributeReader.sizeKey]),
            ])
        case .binary: .base64
        case .uuid: .uuid
        case .composite: members(of: entity.composite(of: attribute), in: entity, depth: depth)
        case .transformable:
            .any(of: [.base64, .members([("type", .text("object")), ("required", .list([.text("json")]))])])
        default: .type("string")
        }
    }

    /// The members of a composite; any members if there are too many to describe.
    private mutating func members(of composite: Composite?, in entity: EntityDescription, depth: Int) -> SchemaValue {
        let attributes = (composite?.attributes ?? []).sorted { $0.name < $1.name }
        guard depth < Self.maximumDepth, attributes.count <= remainingMemberCount else { return .type("object") }
        remainingMemberCount -= attributes.count
        return .object(
            attributes.map { ($0.name, value(of: $0, in: entity, depth: depth + 1).orNull) }, required: [])
    }
}

/// A part of a schema, with its members in the order of output.
indirect enum SchemaValue {
    case text(String)
    case integer(Int64)
    case flag(Bool)
    case list([SchemaValue])
    case members([(String, SchemaValue)])

    /// A number of an object.
    static let number = SchemaValue.members([("type", .text("integer")), ("minimum", .integer(1))])
    static let uuid = SchemaValue.members([("type", .text("string")), ("format", .text("uuid"))])
    static let base64 = SchemaValue.members([("type", .text("string")), ("contentEncoding", .text("base64"))])

    static func type(_ name: String) -> SchemaValue { .members([("type", .text(name))]) }
    static func constant(_ text: String) -> SchemaValue { .members([("const", .text(text))]) }
    static func array(of element: SchemaValue) -> SchemaValue {
        .members([("type", .text("array")), ("items", element)])
    }
    static func pattern(_ pattern: String) -> SchemaValue {
        .members([("type", .text("string")), ("pattern", .text(pattern))])
    }
    static func object(_ properties: [(String, SchemaValue)], required: [String]) -> SchemaValue {
        .members([
            ("type", .text("object")), ("required", .list(required.map(SchemaValue.text))),
            ("properties", .members(properties)), ("additionalProperties", .flag(false)),
        ])
    }

    static func any(of values: [SchemaValue]) -> SchemaValue { .members([("anyOf", .list(values))]) }

    var orNull: SchemaValue { .any(of: [self, .type("null")]) }

    func write(to writer: inout JSONWriter, indentation: Int) {
        switch self {
        case .text(let text): writer.writeString(text)
        case .integer(let number): writer.writeInteger(number)
        case .flag(let flag): writer.writeBoolean(flag)
        case .list(let values): writer.writeArray(values) { $1.write(to: &$0, indentation: indentation) }
        case .members(let members):
            guard !members.isEmpty else { return writer.writeRaw("{}") }
            writer.writeRaw("{")
            for (position, member) in members.enumerated() {
                if position > 0 { writer.writeRaw(",") }
                writer.writeRaw("\n")
                for _ in 0...indentation { writer.writeRaw("  ") }
                writer.writeKey(member.0)
                member.1.write(to: &writer, indentation: indentation + 1)
            }
            writer.writeRaw("\n")
            for _ in 0..<indentation { writer.writeRaw("  ") }
            writer.writeRaw("}")
        }
    }
}
