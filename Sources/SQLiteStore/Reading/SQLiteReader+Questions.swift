import Foundation
import ObjectGraph
import SQLTranslation

extension SQLiteReader {
    /// The objects that match a question. All rows are handed out.
    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        guard let translated = translateForReading(question) else { return StoreAnswer(.rows([])) }
        guard translated.mayGiveUp else { return try answer(question, translated, receive) }
        // Rows are collected first, because those handed out cannot be taken back.
        var rows: [StoreRow] = []
        do {
            let whole = try answer(question, translated) { rows.append($0) }
            guard case .rows = whole.objects else { return whole }
            return StoreAnswer(.rows(rows), unanswered: whole.unanswered)
        } catch let error as SQLiteStoreError where error.code == .database {
            // The evaluator reports what took too many steps, and where.
            guard let untold = translateForReading(question, saysPredicate: false) else { throw error }
            return try answer(question, untold, receive)
        }
    }

    /// The number of objects that match a question; nil if that requires reading them.
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

    /// Groups of the objects that match a question; nil if SQL cannot express all of it, or cannot read a value.
    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? {
        let translator = translator(for: question.objects)
        guard let translated = translator?.translate(question, mayHaveUnknownEntities: mayHaveUnknownEntities) else {
            return nil
        }
        do {
            let groups = try groups(translated)
            return question.takes(groups?.count ?? 0) ? groups : nil
        } catch let error as SQLiteStoreError where error.code == .database {
            // For a sum that is too large, or a condition that takes too many steps, the evaluator reports which one,
            // and where.
            return nil
        }
    }

    private func groups(_ translated: SQLGroups) throws -> [StoreGroup]? {
        let statement = try connection.statement(translated.statement)
        defer { statement.reset() }
        var groups: [StoreGroup] = []
        while try statement.step() {
            let cells = (0...translated.columns.count).map { statement.cell(at: Int32($0)) }
            let group = translated.group(cells) { name, number in
                spaces[name].map { ObjectID($0, number: number) }
            }
            guard let group else { return nil }
            groups.append(group)
        }
        return groups
    }

    /// The text of a question for people; nil if the store has none of the entities.
    func statement(for question: StoreQuestion) -> StoreStatement? {
        let shape = rowStatements.statement(ofEntitiesNamed: question.entityNames, alias: SQLQuestion.alias)
        return translateForReading(question)?.shown(selecting: SQLFragment(name: shape.columns), in: SQLiteDialect())
    }

    private func number(_ fragment: SQLFragment) throws -> Int? {
        let statement = try connection.statement(fragment)
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(at: 0)) : nil
    }

    /// Nil if the store has none of the entities.
    private func translate(_ question: StoreQuestion) -> SQLQuestion? {
        translator(for: question)?.translate(question, mayHaveUnknownEntities: mayHaveUnknownEntities)
    }

    /// Nil if the store has none of the entities.
    private func translateForReading(_ question: StoreQuestion, saysPredicate: Bool = true) -> SQLQuestion? {
        translator(for: question)?.translate(
            question, saysPredicate: saysPredicate, skipsUnknownEntities: question.includesRows,
            mayHaveUnknownEntities: mayHaveUnknownEntities)
    }

    /// Whether the table of an entity has rows of no entity of the model, or it would take long to find out.
    private func mayHaveUnknownEntities(_ entity: EntityDescription) -> Bool {
        guard let root = layout.entities[entity.rootName],
            let statement = try? connection.statement(rowStatements.unknownEntities(inTableOf: root))
        else { return true }
        defer { statement.reset() }
        guard let isFound = try? statement.step() else { return true }
        if isFound { rowStatements.unknown.note(statement.integer(at: 0), table: root.table, isRead: false) }
        return isFound
    }

    /// Nil if the store has none of the entities.
    private func translator(for question: StoreQuestion) -> QuestionTranslator? {
        question.entityNames.lazy.compactMap { spaces[$0]?.storeIdentifier }.first.map { identifier in
            QuestionTranslator(layout.model, names: layout, dialect: SQLiteDialect(), storeIdentifier: identifier)
        }
    }

    private func answer(
        _ question: StoreQuestion, _ translated: SQLQuestion, _ receive: (StoreRow) throws -> Void
    ) throws -> StoreAnswer {
        if !question.includesRows, translated.unanswered.isEmpty {
            return StoreAnswer(.objectIDs(try objectIDs(translated, of: question.entityNames)))
        }
        let shape = rowStatements.statement(ofEntitiesNamed: question.entityNames, alias: SQLQuestion.alias)
        let statement = try connection.statement(translated.statement(selecting: SQLFragment(name: shape.columns)))
        defer { statement.reset() }
        guard var row = shape.emptyRow else { return StoreAnswer(.rows([]), unanswered: translated.unanswered) }
        while try statement.step() {
            if try shape.read(&row, in: statement, values) { try receive(row) }
        }
        return StoreAnswer(.rows([]), unanswered: translated.unanswered)
    }

    /// - Parameter entityNames: The entities of the objects, which are in one table.
    private func objectIDs(_ translated: SQLQuestion, of entityNames: [String]) throws -> [ObjectID] {
        let first = entityNames.lazy.compactMap { layout.entities[$0] }.first
        let statement = try connection.statement(
            translated.statement(selecting: "\(name: SQLQuestion.alias).Z_PK, \(name: SQLQuestion.alias).Z_ENT"))
        defer { statement.reset() }
        var found: [ObjectID] = []
        while try statement.step() {
            guard let name = layout.entityName(ofRowNumbered: statement.integer(at: 1), inTableOf: first),
                let space = spaces[name]
            else { continue }
            let key = statement.integer(at: 0)
            try RowStatement.check(key, path: values.path, table: layout.entities[name]?.table ?? "")
            found.append(ObjectID(space, number: key))
        }
        return found
    }
}

extension SQLiteStatement {
    fileprivate func cell(at column: Int32) -> SQLGroups.Cell {
        switch storage(at: column) {
        case .null: .null
        case .integer: .integer(integer(at: column))
        case .real: .real(real(at: column))
        case .text: .text(text(at: column))
        case .blob: UUID(bytes: data(at: column)).map(SQLGroups.Cell.uuid) ?? .other
        }
    }
}

extension SQLQuestion {
    /// Whether the statement can fail with a regular expression that takes too many steps.
    fileprivate var mayGiveUp: Bool {
        source.written(in: SQLiteDialect()).text.contains(TextFunction.name(of: .matches))
    }
}
