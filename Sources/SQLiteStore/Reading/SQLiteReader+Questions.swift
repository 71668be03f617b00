import ObjectGraph
import SQLTranslation

extension SQLiteReader {
    /// The objects that match a question. All rows are handed out.
    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        guard let translated = translate(question) else { return StoreAnswer(.rows([])) }
        guard translated.mayGiveUp else { return try answer(question, translated, receive) }
        // Nothing is handed out that would have to be taken back.
        var rows: [StoreRow] = []
        do {
            let whole = try answer(question, translated) { rows.append($0) }
            guard case .rows = whole.objects else { return whole }
            return StoreAnswer(.rows(rows), unanswered: whole.unanswered)
        } catch let error as SQLiteStoreError where error.code == .database {
            // The evaluator says what took too many steps, and where.
            guard let untold = translate(question, saysPredicate: false) else { throw error }
            return try answer(question, untold, receive)
        }
    }

    /// The number of objects that match a question; nil where that is not known without looking at them.
    func count(_ question: StoreQuestion) throws -> Int? {
        var question = question
        question.order = []
        guard let translated = translate(question) else { return 0 }
        guard let fragment = translated.count else { return nil }
        do {
            return try number(fragment)
        } catch let error as SQLiteStoreError where error.code == .database && question.predicate != nil {
            return nil
        }
    }

    private func number(_ fragment: SQLFragment) throws -> Int? {
        let statement = try connection.statement(fragment)
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(at: 0)) : nil
    }

    /// Nil where the store has none of the entities.
    private func translate(_ question: StoreQuestion, saysPredicate: Bool = true) -> SQLQuestion? {
        guard let identifier = question.entityNames.lazy.compactMap({ spaces[$0]?.storeIdentifier }).first else {
            return nil
        }
        let translator = QuestionTranslator(
            layout.model, names: layout, dialect: SQLiteDialect(), storeIdentifier: identifier)
        return translator.translate(question, saysPredicate: saysPredicate)
    }

    private func answer(
        _ question: StoreQuestion, _ translated: SQLQuestion, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreAnswer {
        if !question.includesRows, translated.unanswered.isEmpty {
            return StoreAnswer(.objectIDs(try objectIDs(translated)))
        }
        let shape = rowStatements.statement(ofEntitiesNamed: question.entityNames, alias: SQLQuestion.alias)
        let statement = try connection.statement(
            translated.statement(selecting: SQLFragment(name: shape.columns)))
        defer { statement.reset() }
        var row: StoreRow?
        while try statement.step() {
            if try shape.read(&row, in: statement, values), let row { try receive(row) }
        }
        return StoreAnswer(.rows([]), unanswered: translated.unanswered)
    }

    private func objectIDs(_ translated: SQLQuestion) throws -> [ObjectID] {
        let statement = try connection.statement(
            translated.statement(
                selecting: "\(name: SQLQuestion.alias).Z_PK, \(name: SQLQuestion.alias).Z_ENT"))
        defer { statement.reset() }
        var found: [ObjectID] = []
        while try statement.step() {
            guard let name = layout.names[statement.integer(at: 1)], let space = spaces[name] else { continue }
            let key = statement.integer(at: 0)
            try RowStatement.check(key, path: values.path, table: layout.entities[name]?.table ?? "")
            found.append(ObjectID(space, number: key))
        }
        return found
    }
}

extension SQLQuestion {
    /// Whether the statement may fail with a regular expression that takes too many steps.
    fileprivate var mayGiveUp: Bool {
        source.written(in: SQLiteDialect()).text.contains(TextFunction.name(of: .matches))
    }
}
