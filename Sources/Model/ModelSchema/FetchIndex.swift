/// A fetch index of an entity.
///
/// ```swift
/// let byShelf = FetchIndex(
///     name: "byShelf",
///     elements: [
///         FetchIndex.Element(propertyName: "shelf"),
///         FetchIndex.Element(propertyName: "added", order: .descending),
///     ], partialIndexPredicate: "shelf != nil")
/// ```
public struct FetchIndex: Sendable, Hashable, Codable {
    /// The name, which is unique in its entity in a valid model.
    public var name: String
    /// The columns, in index order, which is significant.
    public var elements: [Element]
    /// The predicate of a partial index.
    public var partialIndexPredicate: String?

    /// Creates an index of all objects, or of those that meet a predicate.
    public init(name: String, elements: [Element], partialIndexPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialIndexPredicate = partialIndexPredicate
    }

    /// A column of an index: a property, or an expression.
    public struct Element: Sendable, Hashable, Codable {
        /// The kind of an index column. The raw value is the text in the model file.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A tree of sorted values.
            case binary = "Binary"
            /// An R-tree, for spatial searches.
            case rTree = "RTree"
        }

        /// The sort order of a column. The raw value is the text in the model file.
        public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
            /// Smallest values first.
            case ascending
            /// Largest values first.
            case descending
        }

        /// The own or inherited property; nil if ``expression`` computes the column.
        public var propertyName: String?
        /// The expression that computes the column, in the format language; nil if ``propertyName`` names a property.
        public var expression: String?
        /// The type of the expression's value, as in the file; nil for a property.
        public var expressionType: String?
        /// The kind of the column.
        public var kind: Kind
        /// The sort order of the column.
        public var order: Order

        /// Creates a column for a property, or for an expression if there is no name.
        public init(
            propertyName: String?, expression: String? = nil, expressionType: String? = nil, kind: Kind = .binary,
            order: Order = .ascending
        ) {
            self.propertyName = propertyName
            self.expression = expression
            self.expressionType = expressionType
            self.kind = kind
            self.order = order
        }
    }
}

extension FetchIndex: NamedElement {
    package static let pathKind = SchemaPath.Kind.fetchIndex
    package static let settings = SettingTable<FetchIndex>([
        .name(\.name), .text(.partialIndexPredicate, \.partialIndexPredicate), elementsField,
    ])

    package init(defaultsNamed name: String) { self.init(name: name, elements: []) }

    private static let elementsField = SettingField<FetchIndex>(
        setting: .indexElements, kind: .indexElements, isAlwaysWritten: false
    ) {
        .indexElements($0.elements)
    } write: { index, value in
        guard case .indexElements(let elements) = value else { return false }
        index.elements = elements
        return true
    }
}

extension FetchIndex.Element: SettableElement {
    package static let pathKind = SchemaPath.Kind.fetchIndexElement
    package static let settings = SettingTable<FetchIndex.Element>([
        .text(.columnProperty, \.propertyName), .text(.columnExpression, \.expression),
        .text(.columnExpressionType, \.expressionType), .word(.columnKind, \.kind, isAlwaysWritten: false),
        .word(.columnOrder, \.order),
    ])

    package static func usual(like element: Self) -> Self { Self(propertyName: nil) }
}

/// A compound index: the names of its properties, which identify it.
extension [String]: SettableElement {
    package static let pathKind = SchemaPath.Kind.compoundIndex
    package static let settings = SettingTable<[String]>([])

    package static func usual(like element: Self) -> Self { element }
}
