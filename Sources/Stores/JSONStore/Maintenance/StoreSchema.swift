public import ColumnEngine
import JSONTokens
import StructuredText

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
        let entities = formats.map { ($0.entity.name, StructuredValue.array(of: parts.object($0))) }
        let roots = Set(formats.map(\.rootName)).sorted()
        let hashes = StructuredValue.members(.init("type", "object"), .init("additionalProperties", .type("string")))
        let file = StructuredValue.members(
            of: [
                ("format", .constant(StoreFormat.name)),
                ("version", .members(.init("const", .number(StoreFormat.version)))),
                ("store", .uuid),
                ("model", .object(of: [("name", .type("string")), ("hashes", hashes)], required: ["hashes"])),
                (StoredModel.schemaKey, .array(of: .type("string"))),
                ("metadata", .type("object")),
                ("lastIDs", .object(of: roots.map { ($0, .objectNumber) }, required: [])),
                ("entities", .object(of: entities, required: [])),
            ], required: ["format", "version", "store", "model", "entities"])
        let heading = StructuredValue.Member.list(
            .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
            .init("title", .string("Store of the model \(model.name)")))
        return Array(JSONText.text(of: .object(heading + file)).utf8)
    }

    private mutating func object(_ format: EntityLayout) -> StructuredValue {
        let entity = format.entity
        let properties = zip(format.keys.keys, format.properties).map { key, property -> (String, StructuredValue) in
            switch property {
            case .identity: (key, .objectNumber)
            case .attribute(let index): (key, value(of: entity.attributes[index], in: entity).orNull)
            case .relationship(let index):
                (key, entity.relationships[index].isToMany ? .array(of: .objectNumber) : .objectNumber.orNull)
            }
        }
        return .object(of: properties, required: [format.keys.keys[0]])
    }

    private mutating func value(of attribute: Attribute, in entity: EntityDescription, depth: Int = 0)
        -> StructuredValue
    {
        switch attribute.type {
        case .boolean: .type("boolean")
        case .integer16, .integer32, .integer64:
            .members(
                .init("type", "integer"), .init("minimum", .number(attribute.type.integerRange?.lowerBound ?? .min)),
                .init("maximum", .number(attribute.type.integerRange?.upperBound ?? .max)))
        case .float, .double:
            .any(of: [
                .type("number"), .members(.init("enum", .array(["NaN", "Infinity", "-Infinity"]))),
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
                    of: [
                        (AttributeReader.externalKey, .pattern("^[0-9a-f]{64}$")),
                        (AttributeReader.sizeKey, .objectNumber),
                    ],
                    required: [AttributeReader.externalKey, AttributeReader.sizeKey]),
            ])
        case .binary: .base64
        case .uuid: .uuid
        case .composite: members(of: entity.composite(of: attribute), in: entity, depth: depth)
        case .transformable:
            .any(of: [.base64, .members(.init("type", "object"), .init("required", .array(["json"])))])
        default: .type("string")
        }
    }

    /// The members of a composite; any members if there are too many to describe.
    private mutating func members(of composite: Composite?, in entity: EntityDescription, depth: Int) -> StructuredValue
    {
        let attributes = (composite?.attributes ?? []).sorted { $0.name < $1.name }
        guard depth < Self.maximumDepth, attributes.count <= remainingMemberCount else { return .type("object") }
        remainingMemberCount -= attributes.count
        return .object(
            of: attributes.map { ($0.name, value(of: $0, in: entity, depth: depth + 1).orNull) }, required: [])
    }
}

// Parts of a schema.
extension StructuredValue {
    /// A number of an object, or another positive one.
    fileprivate static let objectNumber = members(.init("type", "integer"), .init("minimum", .number(1)))
    fileprivate static let uuid = members(.init("type", "string"), .init("format", "uuid"))
    fileprivate static let base64 = members(.init("type", "string"), .init("contentEncoding", "base64"))

    fileprivate static func type(_ name: String) -> StructuredValue { .members(.init("type", .string(name))) }
    fileprivate static func constant(_ text: String) -> StructuredValue { .members(.init("const", .string(text))) }
    fileprivate static func array(of element: StructuredValue) -> StructuredValue {
        .members(.init("type", "array"), .init("items", element))
    }
    fileprivate static func pattern(_ pattern: String) -> StructuredValue {
        .members(.init("type", "string"), .init("pattern", .string(pattern)))
    }
    fileprivate static func object(of properties: [(String, StructuredValue)], required: [String]) -> StructuredValue {
        .object(members(of: properties, required: required))
    }

    /// The members of the description of an object.
    fileprivate static func members(of properties: [(String, StructuredValue)], required: [String]) -> [Member] {
        Member.list(
            .init("type", "object"), .init("required", .array(required.map(StructuredValue.string))),
            .init("properties", .object(properties.compactMap { Member($0, $1) })),
            .init("additionalProperties", .boolean(false)))
    }

    fileprivate static func any(of values: [StructuredValue]) -> StructuredValue {
        .members(.init("anyOf", .array(values)))
    }

    fileprivate var orNull: StructuredValue { .any(of: [self, .type("null")]) }
}
