/// A structured value that attributes of type Composite hold.
public struct Composite: Sendable, Hashable, Codable {
    public var name: String
    /// The members, in the order of the file; may be empty. A member may be a composite itself.
    public var attributes: [Attribute]

    public init(name: String, attributes: [Attribute]) {
        self.name = name
        self.attributes = attributes
    }
}
