import ObjectGraph
import SQLTranslation

/// A view of the latest state. Each query runs in its own transaction, so the view holds no connection, and later queries
/// see later rows.
final class PostgreSQLView: SQLView, ColumnarView {
    private let core: StoreCore

    init(_ core: StoreCore) { self.core = core }

    func ask<Answer: Sendable>(_ body: (PostgreSQLReader) throws -> Answer) throws -> Answer {
        try body(PostgreSQLReader(core: core) { [pool = core.pool] in try pool.runRepeatably($0, $1) })
    }

    func answerInColumns(
        _ question: StoreQuestion, isWhole: Bool, handingOut receive: (StoreColumns) throws -> Void
    ) throws -> StoreAnswer.Parts? {
        try ask { try $0.answerInColumns(question, isWhole: isWhole, handingOut: receive) }
    }
}
