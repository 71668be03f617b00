/// Properties whose combined values must be unique among the objects of an entity.
public struct UniquenessConstraint: Sendable, Hashable, Codable {
    /// Names of attributes, to-one relationships or paths into composites, in the order of the file.
    public var propertyNames: [String]

    /// A constraint over properties by name, in the order of the file.
    public init(_ propertyNames: [String]) { self.propertyNames = propertyNames }
}

/// A constraint on other properties is another constraint.
extension UniquenessConstraint: SettableElement {
    package static let pathKind = SchemaPath.Kind.uniquenessConstraint
    package static let settings = SettingTable<UniquenessConstraint>([])
}
