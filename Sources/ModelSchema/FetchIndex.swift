/// A fetch index of an entity.
public struct FetchIndex: Sendable, Hashable, Codable {
    /// The name in the model, unique in its entity in a sound one.
    public var name: String
    /// The columns, in index order: the order means something.
    public var elements: [Element]
    /// The predicate of a partial index.
    public var partialIndexPredicate: String?

    /// An index of columns, in index order; of all objects without a predicate.
    public init(name: String, elements: [Element], partialIndexPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialIndexPredicate = partialIndexPredicate
    }

    /// A column of an index: a property, or an expression.
    public struct Element: Sendable, Hashable, Codable {
        /// How a column is looked up; the raw value is the spelling of the model file.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// A tree of values in order.
            case binary = "Binary"
            /// A tree of boxes in space.
            case rTree = "RTree"
        }

        /// The order in which a column is kept; the raw value is the spelling of the model file.
        public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
            /// From small to large.
            case ascending
            /// From large to small.
            case descending
        }

        /// The property that is indexed, own or inherited; nil when ``expression`` computes the column.
        public var propertyName: String?
        /// The expression that computes the column, in the format language; nil when ``propertyName`` names it.
        public var expression: String?
        /// The type of what the expression computes, as the file spells it; nil for a property.
        public var expressionType: String?
        /// How the column is looked up.
        public var kind: Kind
        /// The order in which the column is kept.
        public var order: Order

        /// A column: of a property, or of an expression if there is no name.
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

    package init(unsaidNamed name: String) { self.init(name: name, elements: []) }

    private static let elementsField = SettingField<FetchIndex>(
        setting: .indexElements, kind: .indexElements, isAlwaysSaid: false
    ) {
        .indexElements($0.elements)
    } write: { index, value in
        guard case .indexElements(let elements) = value else { return false }
        index.elements = elements
        return true
    }
}

/// A compound index: the names of its properties. Another list is another index.
extension [String]: SettableElement {
    package static let pathKind = SchemaPath.Kind.compoundIndex
    package static let settings = SettingTable<[String]>([])
}
