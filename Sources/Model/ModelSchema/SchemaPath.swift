/// The path of an element in a model, such as `Order/items`, independent of any file.
///
/// Diagnostics refer to paths, and the reader's source map turns a path into a line and a column. Names can repeat in
/// invalid models, so a step also has the index among elements with the same name.
///
/// ```swift
/// let path = SchemaPath.entity("Book").relationship("author").setting("deletionRule")
/// print(path)  // Book/author
/// ```
public struct SchemaPath: Sendable, Hashable, Codable {
    /// The kind of an element.
    public enum Kind: String, Sendable, Hashable, Codable {
        case entity, attribute, relationship, fetchedProperty, fetchRequest, configuration, memberEntity, composite
        case fetchIndex, fetchIndexElement, compoundIndex, uniquenessConstraint, constraint, userInfoEntry
    }

    /// A step from an element to an inner element.
    public struct Step: Sendable, Hashable, Codable {
        /// The kind of the inner element.
        public var kind: Kind
        /// The inner element's name, the key of a user info entry, or the entity of a member; nil if the kind has no
        /// names.
        public var name: String?
        /// The index among the elements with this kind and name, in file order.
        public var occurrence: Int

        /// Creates a step, by default to the first element with the kind and name.
        public init(kind: Kind, name: String?, occurrence: Int = 0) {
            self.kind = kind
            self.name = name
            self.occurrence = occurrence
        }
    }

    /// The steps from the model inward; empty for the model itself.
    public var steps: [Step]
    /// The XML attribute of the element, such as `deletionRule`; nil for the element itself.
    public var setting: String?

    /// Creates a path. Without steps, it is the path of the model.
    public init(steps: [Step] = [], setting: String? = nil) {
        self.steps = steps
        self.setting = setting
    }

    /// The path of the model.
    public static let model = SchemaPath()

    /// Returns the path of an entity, by default of the first with the name.
    public static func entity(_ name: String, occurrence: Int = 0) -> SchemaPath {
        SchemaPath.model.appending(.entity, name, occurrence: occurrence)
    }

    /// Returns the path of an inner element.
    public func appending(_ kind: Kind, _ name: String? = nil, occurrence: Int = 0) -> SchemaPath {
        SchemaPath(steps: steps + [Step(kind: kind, name: name, occurrence: occurrence)])
    }

    /// Returns the path of an attribute of this entity or composite.
    public func attribute(_ name: String, occurrence: Int = 0) -> SchemaPath {
        appending(.attribute, name, occurrence: occurrence)
    }

    /// Returns the path of a relationship of this entity.
    public func relationship(_ name: String, occurrence: Int = 0) -> SchemaPath {
        appending(.relationship, name, occurrence: occurrence)
    }

    /// Returns the path of an XML attribute of the element.
    public func setting(_ name: String) -> SchemaPath { SchemaPath(steps: steps, setting: name) }
}

extension SchemaPath: CustomStringConvertible {
    /// The path as text, such as `Order/items`. Elements without a name have their kind and number, from 1.
    public var description: String {
        steps.isEmpty
            ? "model"
            : steps.map { $0.name ?? "\($0.kind.rawValue) \($0.occurrence + 1)" }.joined(separator: "/")
    }
}
