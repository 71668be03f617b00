package import StoreProtocol

/// The queries of one state of a database.
package protocol SQLReader {
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow]
    /// Returns the destinations of a relationship of objects. The closure receives the rows of all destinations.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations
    /// Returns the objects that match a query. The closure receives all rows.
    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer
    func count(_ question: StoreQuestion) throws -> Int?
    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]?
    func statement(for question: StoreQuestion) -> StoreStatement?
}

extension SQLReader {
    /// Returns the destinations of a relationship of objects, without their rows.
    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try destinations(of: relationship, from: objectIDs) { _ in }
    }
}

/// A view whose queries a reader of the database answers.
package protocol SQLView: StoreView {
    associatedtype Reader: SQLReader

    /// Returns what a closure asks the reader.
    func ask<Answer: Sendable>(_ body: (Reader) throws -> Answer) throws -> Answer
}

extension SQLView {
    package func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try ask { try $0.rows(of: objectIDs) } }

    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        var rows: [StoreRow] = []
        var answer = try destinations(of: relationship, from: objectIDs) { rows.append($0) }
        answer.rows = rows
        return answer
    }

    package func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try ask { try $0.destinations(of: relationship, from: objectIDs, handingOut: receive) }
    }

    package func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        var rows: [StoreRow] = []
        var answer = try answer(question) { rows.append($0) }
        if case .rows(let rest) = answer.objects { answer.objects = .rows(rows + rest) }
        return answer
    }

    package func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer
    {
        try ask { try $0.answer(question, handingOut: receive) }
    }

    package func count(_ question: StoreQuestion) throws -> Int? { try ask { try $0.count(question) } }

    package func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? { try ask { try $0.groups(question) } }

    package func statement(for question: StoreQuestion) throws -> StoreStatement? {
        try ask { $0.statement(for: question) }
    }
}
