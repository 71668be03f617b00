/// An index that the store is asked to keep for an entity.
public struct FetchIndex: Sendable, Hashable, Codable {
    public var name: String
    /// The columns, in index order: the order means something.
    public var elements: [Element]
    /// The predicate of a partial index.
    public var partialIndexPredicate: String?

    public init(name: String, elements: [Element], partialIndexPredicate: String? = nil) {
        self.name = name
        self.elements = elements
        self.partialIndexPredicate = partialIndexPredicate
    }

    public struct Element: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            case binary = "Binary"
            case rTree = "RTree"
        }

        public enum Order: String, Sendable, Hashable, Codable, CaseIterable {
            case ascending
            case descending
        }

        /// The property that is indexed, own or inherited; nil when ``expression`` computes the column.
        public var propertyName: String?
        public var expression: String?
        public var expressionType: String?
        public var kind: Kind
        public var order: Order

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
