/// A consistent reading of a store, which answers questions in batches.
///
/// A view shows what was committed when it was opened. One that holds its state for moments only may answer a later question
/// with later rows; what a context has read stays as it was read until the context refreshes or merges.
///
/// Views are asked from any task, and by several at a time.
public protocol StoreView: AnyObject, Sendable {
    /// The rows of objects, in any order. Objects that the store does not hold are left out.
    ///
    /// - Parameter objectIDs: Each once; all of the store.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow]

    /// Where a relationship of some objects leads: to objects that the store holds.
    ///
    /// - Parameters:
    ///   - relationship: Of the entities of all the objects, or an ancestor of theirs.
    ///   - objectIDs: Each once. Objects that the store does not hold have no destination.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations

    /// The objects that match a question.
    func answer(_ question: StoreQuestion) throws -> StoreAnswer

    /// As ``answer(_:)``. Rows may be handed out as they are read, rather than be kept until all are there: those stand
    /// before the objects of the answer.
    ///
    /// - Parameters:
    ///   - question: What objects are asked for.
    ///   - receive: Asks the view nothing. It throws where a row cannot be taken, which ends the question.
    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer

    /// As ``destinations(of:from:)``. Rows of destinations may be handed out as they are read, each once, rather than be kept
    /// until all are there.
    ///
    /// - Parameters:
    ///   - relationship: Of the entities of all the objects, or an ancestor of theirs.
    ///   - objectIDs: Each once. Objects that the store does not hold have no destination.
    ///   - receive: Asks the view nothing. It throws where a row cannot be taken, which ends the question.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations

    /// The number of objects that match a question, within its offset and limit; nil if the store cannot tell without
    /// answering it.
    func count(_ question: StoreQuestion) throws -> Int?

    /// Groups of the objects that match a question, and what is computed of each; nil if the store cannot say all of it, which
    /// leaves it to whoever asks.
    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]?

    /// A question as the statement of a database that ``answer(_:)`` gives it; nil if the store has no such language, or
    /// knows the answer without one.
    func statement(for question: StoreQuestion) throws -> StoreStatement?
}

extension StoreView {
    /// Left to the answer.
    public func count(_ question: StoreQuestion) throws -> Int? { nil }

    /// Left to whoever asks.
    public func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? { nil }

    /// A store without such a language.
    public func statement(for question: StoreQuestion) throws -> StoreStatement? { nil }

    /// Nothing is handed out: all is in the answer.
    public func answer(
        _ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreAnswer {
        try answer(question)
    }

    /// Nothing is handed out: all is in the answer.
    public func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try destinations(of: relationship, from: objectIDs)
    }
}

/// What a store holds of an object.
public struct StoreRow: Sendable, Hashable {
    /// The object, under its own entity.
    public var objectID: ObjectID
    /// A number that rises each time the object is saved, whoever saves it.
    public var version: Int
    /// In the order of ``EntityDescription/attributes``; null where an attribute is transient.
    public var values: [AttributeValue]
    /// In the order of ``EntityDescription/relationships``: where those lead that come with the row, and nil for those that
    /// are to be asked for when they are read. May be shorter than the list of relationships.
    public var destinations: [[ObjectID]?]

    /// The row of an object, with what comes of its destinations: nothing unless it is given.
    public init(objectID: ObjectID, version: Int, values: [AttributeValue], destinations: [[ObjectID]?] = []) {
        self.objectID = objectID
        self.version = version
        self.values = values
        self.destinations = destinations
    }
}

/// Where a relationship of some objects leads.
public struct StoreDestinations: Sendable, Hashable {
    /// One list for each object, in the order of the question: in the order of the relationship where it has one, else in
    /// any.
    public var objectIDs: [[ObjectID]]
    /// Rows of destinations that came up on the way, which then need not be asked for; in any order.
    public var rows: [StoreRow]

    /// - Parameters:
    ///   - objectIDs: One list for each object that was asked for.
    ///   - rows: Rows of destinations; none unless they are given.
    public init(_ objectIDs: [[ObjectID]], rows: [StoreRow] = []) {
        self.objectIDs = objectIDs
        self.rows = rows
    }
}
