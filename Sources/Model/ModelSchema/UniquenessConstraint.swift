/// Properties whose combined values must be unique among the objects of an entity.
///
/// ```swift
/// let isbn = UniquenessConstraint(["isbn"])
/// let position = UniquenessConstraint(["shelf", "number"])  // Unique together
/// ```
public struct UniquenessConstraint: Sendable, Hashable, Codable {
    /// The names of attributes, to-one relationships, or paths into composites, in the order of the file.
    public var propertyNames: [String]

    /// Creates a constraint on properties by name.
    public init(_ propertyNames: [String]) { self.propertyNames = propertyNames }
}

/// The property names identify a constraint.
extension UniquenessConstraint: SettableElement {
    package static let pathKind = SchemaPath.Kind.uniquenessConstraint
    package static let settings = SettingTable<UniquenessConstraint>([])

    package static func usual(like element: Self) -> Self { element }
}
