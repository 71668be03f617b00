/// A structured value of attributes of type Composite.
///
/// ```swift
/// let place = Composite(
///     name: "Place",
///     attributes: [Attribute(name: "city", type: .string), Attribute(name: "street", type: .string)])
/// let origin = Attribute(name: "origin", type: .composite, isOptional: true, compositeName: place.name)
/// ```
public struct Composite: Sendable, Hashable, Codable {
    /// The name in the model.
    public var name: String
    /// The members, in the order of the file. A member can have a composite type itself.
    public var attributes: [Attribute]

    /// Creates a composite with members, in the order of the file.
    public init(name: String, attributes: [Attribute]) {
        self.name = name
        self.attributes = attributes
    }
}

extension Composite: NamedElement {
    package static let pathKind = SchemaPath.Kind.composite
    package static let settings = SettingTable<Composite>([.name(\.name)])

    package init(defaultsNamed name: String) { self.init(name: name, attributes: []) }
}
