/// The names of properties that lead from one value to another, such as `team.members.@count`.
///
/// ```swift
/// let path = ModelKeyPath(text: "items.@sum.price")
/// let first = path?.components.first  // .key("items")
/// ```
public struct ModelKeyPath: Sendable, Hashable {
    /// One step of a path.
    public enum Component: Sendable, Hashable {
        /// The name of a property.
        case key(String)
        /// An operator on the collection that the path points to.
        case collectionOperator(CollectionOperator)
    }

    /// The steps, in order; not empty in a path that can be printed.
    public var components: [Component]

    /// Creates a path from its steps.
    public init(_ components: [Component]) { self.components = components }

    /// Whether all steps are names of properties.
    @usableFromInline
    package var containsOnlyKeys: Bool { components.allSatisfy { if case .key = $0 { true } else { false } } }

    /// Reads a path such as `items.@sum.price`.
    ///
    /// Here, any text without a dot is a name, so a key that is a reserved word needs no mark. The result is nil if a
    /// step is empty, or if a collection operator is unknown.
    public init?(text: String) {
        var components: [Component] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard !part.isEmpty else { return nil }
            if part.first == "@" {
                guard let collectionOperator = CollectionOperator(rawValue: String(part)) else { return nil }
                components.append(.collectionOperator(collectionOperator))
            } else {
                components.append(.key(String(part)))
            }
        }
        self.components = components
    }
}

extension ModelKeyPath: CustomStringConvertible {
    /// The steps joined by dots.
    public var description: String { components.map(\.description).joined(separator: ".") }
}

extension ModelKeyPath.Component: CustomStringConvertible {
    /// The name of the property, or the operator with its `@`.
    public var description: String {
        switch self {
        case .key(let name): name
        case .collectionOperator(let collectionOperator): collectionOperator.rawValue
        }
    }
}

/// An operator on a collection inside a key path. The raw value is its spelling.
///
/// ```swift
/// let count = ModelKeyPath([.key("items"), .collectionOperator(.count)])  // items.@count
/// ```
public enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
    /// The number of members.
    case count = "@count"
    /// The sum of the members; 0 if there are none.
    case sum = "@sum"
    /// The mean of the members; 0 if there are none.
    case average = "@avg"
    /// The smallest member; nil if there are none.
    case minimum = "@min"
    /// The largest member; nil if there are none.
    case maximum = "@max"
    /// The members, each once.
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    /// The members, as often as they occur.
    case unionOfObjects = "@unionOfObjects"

    /// Whether the result is a collection.
    public var returnsCollection: Bool { self == .distinctUnionOfObjects || self == .unionOfObjects }
}
