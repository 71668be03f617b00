import ObjectGraph

/// A view of the latest state. Each query runs in its own transaction, so the view holds no connection, and later queries
/// see later rows.
final class PostgreSQLView: StoreView, ColumnarView {
    private let core: StoreCore

    init(_ core: StoreCore) {
        self.core = core
    }

    private var reader: PostgreSQLReader {
        PostgreSQLReader(core: core) { [pool = core.pool] text, parameters in try pool.runRepeatably(text, parameters) }
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try reader.rows(of: objectIDs) }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        var rows: [StoreRow] = []
        var answer = try destinations(of: relationship, from: objectIDs) { rows.append($0) }
        answer.rows = rows
        return answer
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try reader.destinations(of: relationship, from: objectIDs, handingOut: receive)
    }

    func answer(_ question: StoreQuestion) throws -> StoreAnswer {
        var rows: [StoreRow] = []
        var answer = try answer(question) { rows.append($0) }
        if case .rows(let rest) = answer.objects { answer.objects = .rows(rows + rest) }
        return answer
    }

    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        try reader.answer(question, handingOut: receive)
    }

    func answerInColumns(
        _ question: StoreQuestion, isWhole: Bool, handingOut receive: (StoreColumns) throws -> Void
    ) throws -> StoreAnswer.Parts? {
        try reader.answerInColumns(question, isWhole: isWhole, handingOut: receive)
    }

    func count(_ question: StoreQuestion) throws -> Int? { try reader.count(question) }

    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? { try reader.groups(question) }

    func statement(for question: StoreQuestion) -> StoreStatement? { reader.statement(for: question) }
}
