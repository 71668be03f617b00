/// What a context asks a store for: objects that match a predicate, in an order, within a range.
public struct StoreQuestion: Sendable {
    /// What the predicate and the order are about.
    public var entity: EntityDescription
    /// The entities whose own objects are asked for: the entity, its descendants, or some of them. None is abstract.
    public var entityNames: [String]
    /// The condition that objects match; nil for all. It has been checked against the model.
    public var predicate: ModelPredicate?
    /// The most important key first. Objects that no key tells apart come in the order of their numbers.
    public var order: [SortKey]
    /// How many of the first are left out.
    public var offset: Int
    /// How many are wanted; 0 for all.
    public var limit: Int
    /// Whether rows are asked for, or identities only.
    public var includesRows: Bool

    /// All objects of some entities.
    public init(
        entity: EntityDescription, entityNames: [String], predicate: ModelPredicate? = nil, order: [SortKey] = [],
        offset: Int = 0, limit: Int = 0, includesRows: Bool = true
    ) {
        self.entity = entity
        self.entityNames = entityNames
        self.predicate = predicate
        self.order = order
        self.offset = offset
        self.limit = limit
        self.includesRows = includesRows
    }
}

/// What a store answers to a question.
public struct StoreAnswer: Sendable {
    /// Objects with what the store holds of them, or their identities.
    public enum Objects: Sendable, Hashable {
        /// As a question asks for rows. A store may give rows where identities are asked for.
        case rows([StoreRow])
        /// As a question asks for identities.
        case objectIDs([ObjectID])
    }

    /// A part of a question.
    public struct Parts: OptionSet, Sendable, Hashable {
        /// One bit for each part.
        public let rawValue: Int
        /// The predicate: objects that do not match may be among the answer. None that match may be missing.
        public static let predicate = Parts(rawValue: 1)
        /// The order: objects come in any.
        public static let order = Parts(rawValue: 2)
        /// The offset and the limit: all that match have come.
        public static let range = Parts(rawValue: 4)

        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The objects, each once.
    public var objects: Objects
    /// What the store cannot answer, and leaves to whoever asks. What leaves the predicate or the order leaves the range
    /// too.
    public var unanswered: Parts

    /// Objects, and what is left of the question: nothing unless it is given.
    public init(_ objects: Objects, unanswered: Parts = []) {
        self.objects = objects
        self.unanswered = unanswered.isDisjoint(with: [.predicate, .order]) ? unanswered : unanswered.union(.range)
    }
}

/// A question as a statement of the database that answers it, to be read and copied.
public struct StoreStatement: Sendable, Hashable {
    /// The whole statement, its values as constants in it, its clauses in lines of their own.
    public var text: String
    /// What the statement leaves to whoever asks.
    public var unanswered: StoreAnswer.Parts
    /// The functions and collations in it that only connections of the store have, in order.
    public var ownNames: [String]

    /// - Parameters:
    ///   - text: The statement.
    ///   - unanswered: What it leaves of the question.
    ///   - ownNames: What in it other programs do not have.
    public init(text: String, unanswered: StoreAnswer.Parts = [], ownNames: [String] = []) {
        self.text = text
        self.unanswered = unanswered
        self.ownNames = ownNames
    }
}
