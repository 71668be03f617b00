/// The path of an element in a model, such as `Order/items`, independent of any file.
///
/// Diagnostics are anchored to paths; the reader's source map turns a path into a line and a column. Equal names do
/// occur in broken models, so a step also says which of the equally named elements it means.
public struct SchemaPath: Sendable, Hashable, Codable {
    /// The kinds of element a step can point to.
    public enum Kind: String, Sendable, Hashable, Codable {
        case entity, attribute, relationship, fetchedProperty, fetchRequest, configuration, memberEntity, composite
        case fetchIndex, fetchIndexElement, compoundIndex, uniquenessConstraint, constraint, userInfoEntry
    }

    /// One step from an element to one inside it.
    public struct Step: Sendable, Hashable, Codable {
        /// The kind of the element that the step points to.
        public var kind: Kind
        /// The element's name (a user info entry's key, a member's entity), or nil if the kind has none.
        public var name: String?
        /// Which of the elements with this kind and name, in file order, from 0.
        public var occurrence: Int

        /// A step to an element; to the first of its kind and name unless another one is meant.
        public init(kind: Kind, name: String?, occurrence: Int = 0) {
            self.kind = kind
            self.name = name
            self.occurrence = occurrence
        }
    }

    /// From the model inwards; empty for the model itself.
    public var steps: [Step]
    /// The attribute of the element's XML that is meant, such as `deletionRule`; nil for the element.
    public var facet: String?

    /// A path from the model inwards; to the model itself without steps.
    public init(steps: [Step] = [], facet: String? = nil) {
        self.steps = steps
        self.facet = facet
    }

    /// The model itself.
    public static let model = SchemaPath()

    /// The path to an entity; to the first of its name unless another one is meant.
    public static func entity(_ name: String, occurrence: Int = 0) -> SchemaPath {
        SchemaPath.model.appending(.entity, name, occurrence: occurrence)
    }

    /// The path to an element inside this one.
    public func appending(_ kind: Kind, _ name: String? = nil, occurrence: Int = 0) -> SchemaPath {
        SchemaPath(steps: steps + [Step(kind: kind, name: name, occurrence: occurrence)])
    }

    /// The path to an attribute of this entity or composite.
    public func attribute(_ name: String, occurrence: Int = 0) -> SchemaPath {
        appending(.attribute, name, occurrence: occurrence)
    }

    /// The path to a relationship of this entity.
    public func relationship(_ name: String, occurrence: Int = 0) -> SchemaPath {
        appending(.relationship, name, occurrence: occurrence)
    }

    /// The same element, pointing at one attribute of its XML.
    public func facet(_ name: String) -> SchemaPath { SchemaPath(steps: steps, facet: name) }
}

extension SchemaPath: CustomStringConvertible {
    /// `Order/items`; elements without a name by kind and number, from 1.
    public var description: String {
        steps.isEmpty
            ? "model"
            : steps.map { $0.name ?? "\($0.kind.rawValue) \($0.occurrence + 1)" }.joined(separator: "/")
    }
}
