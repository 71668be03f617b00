/// The entity, the composite, the property, or the member of a composite to edit: `Order`, or `Order/date`.
///
/// ```swift
/// if let title = ElementPath("Book/title") {
///     try model.rename(title, to: "name")
/// }
/// ```
public struct ElementPath: Sendable, Hashable {
    /// The name of the entity or composite.
    public var entity: String
    /// The name of the property or member; nil for the entity or composite itself.
    public var property: String?

    /// Creates the path of a property.
    init(_ entity: String, _ property: String) {
        self.entity = entity
        self.property = property
    }

    /// Creates a path from its text; nil if the text is not a path.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), !parts.contains("") else { return nil }
        entity = parts[0]
        property = parts.count == 2 ? parts[1] : nil
    }
}

extension ElementPath: CustomStringConvertible {
    public var description: String { [entity, property].compactMap { $0 }.joined(separator: "/") }
}
