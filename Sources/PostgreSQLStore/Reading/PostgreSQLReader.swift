import ObjectGraph
import SQLTranslation

/// Answers questions, each in a statement or a few of its own.
struct PostgreSQLReader {
    let core: StoreCore
    /// Runs a statement: with a connection of the pool, or with that of a transaction.
    let run: (String, [Parameter]) throws -> StatementResult

    private var layout: StoreLayout { core.layout }

    /// From how many rows on they are handed out in columns.
    private static let leastColumnCount = 4

    // MARK: Rows

    /// The rows of objects.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        rows.reserveCapacity(objectIDs.count)
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name] else { continue }
            let shape = core.shapes.shape(of: [name], alias: "t", core)
            let result =
                members.count == 1
                ? try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = $1", [Parameter(members[0].number)])
                : try run(
                    "SELECT \(shape.columns) FROM \(entity.table) t WHERE t.id = ANY($1)",
                    [Parameter(keys: members.lazy.map(\.number))])
            for index in 0..<result.rowCount {
                if let row = try shape.row(index, of: result) { rows.append(row) }
            }
        }
        return rows
    }

    // MARK: Destinations

    /// Where a relationship of some objects leads. The rows of all destinations are handed out.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        handingOut receive: (StoreRow) throws -> Void = { _ in }
    ) throws -> StoreDestinations {
        var found: [ObjectID: [ObjectID]] = [:]
        var repeated: Set<ObjectID> = []
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let source = layout.entities[name], let columns = source.links[relationship.index],
                let destination = layout.entities[relationship.destinationName], let space = core.spaces[name]
            else { continue }
            let shape = core.shapes.shape(of: destination.entity.concreteFamilyNames, alias: "d", core)
            let held = "s.id = ANY($1) AND s.entity = \(source.number)"
            let text: String
            switch columns {
            case .own(let column):
                text =
                    "SELECT \(shape.columns), s.id FROM \(source.table) s JOIN \(destination.table) d "
                    + "ON d.id = s.\(SQLName.quoted(column)) WHERE \(held)"
            case .destinations(let column, let position):
                let column = SQLName.quoted(column)
                let order = position.map { " ORDER BY d.\(column), d.\(SQLName.quoted($0)), d.id" } ?? ""
                text =
                    "SELECT \(shape.columns), d.\(column) FROM \(source.table) s JOIN \(destination.table) d "
                    + "ON d.\(column) = s.id WHERE \(held)\(order)"
            case .pairs(let pairs):
                let order = pairs.position.map { " ORDER BY s.id, j.\(SQLName.quoted($0)), d.id" } ?? ""
                text =
                    "SELECT \(shape.columns), s.id FROM \(source.table) s JOIN \(pairs.table) j "
                    + "ON j.\(SQLName.quoted(pairs.source)) = s.id JOIN \(destination.table) d "
                    + "ON d.id = j.\(SQLName.quoted(pairs.destination)) WHERE \(held)\(order)"
            }
            let result = try run(text, [Parameter(keys: members.lazy.map(\.number))])
            for index in 0..<result.rowCount {
                guard let row = try shape.row(index, of: result) else { continue }
                found[ObjectID(space, number: result.integer(index, shape.columnCount)), default: []]
                    .append(row.objectID)
                if repeated.insert(row.objectID).inserted { try receive(row) }
            }
        }
        return StoreDestinations(objectIDs.map { found[$0] ?? [] })
    }

    // MARK: Questions

    /// The objects that match a question. All rows are handed out.
    func answer(_ question: StoreQuestion, handingOut receive: (StoreRow) throws -> Void) throws -> StoreAnswer {
        guard let translated = translate(question) else { return StoreAnswer(.rows([])) }
        if !question.includesRows, translated.unanswered.isEmpty {
            let alias = SQLQuestion.alias
            let result = try run(translated.statement(selecting: "\(name: alias).id, \(name: alias).entity"))
            return StoreAnswer(
                .objectIDs(
                    (0..<result.rowCount).compactMap { index in
                        layout.names[result.integer(index, 1)].flatMap { core.spaces[$0] }
                            .map { ObjectID($0, number: result.integer(index, 0)) }
                    }))
        }
        let shape = core.shapes.shape(of: question.entityNames, alias: SQLQuestion.alias, core)
        let result = try run(translated.statement(selecting: SQLFragment(name: shape.columns)))
        let order = question.isInOrderOfMaking ? result.placesByNumber() : nil
        for place in 0..<result.rowCount {
            if let row = try shape.row(order?[place] ?? place, of: result) { try receive(row) }
        }
        return StoreAnswer(.rows([]), unanswered: translated.unanswered)
    }

    /// As ``answer(_:handingOut:)``, with rows side by side.
    ///
    /// - Returns: What is left of the question; nil where the rows have to be asked for one by one.
    func answerInColumns(
        _ question: StoreQuestion, isWhole: Bool, handingOut receive: (StoreColumns) throws -> Void
    ) throws -> StoreAnswer.Parts? {
        // A few rows are not worth columns of their own.
        if question.limit > 0, question.limit < Self.leastColumnCount { return nil }
        let shape = core.shapes.shape(of: question.entityNames, alias: SQLQuestion.alias, core)
        guard shape.isColumnar, let translated = translate(question), !isWhole || translated.unanswered.isEmpty else {
            return nil
        }
        let result = try run(translated.statement(selecting: SQLFragment(name: shape.columns)))
        let order = question.isInOrderOfMaking ? result.placesByNumber() : nil
        try shape.handOutColumns(of: result, in: order, to: receive)
        return translated.unanswered
    }

    /// The number of objects that match a question; nil where that is not known without looking at them.
    func count(_ question: StoreQuestion) throws -> Int? {
        var question = question
        question.order = []
        guard let translated = translate(question) else { return 0 }
        guard let fragment = translated.count else { return nil }
        return Int(try run(fragment).integer(0, 0))
    }

    /// Groups of the objects that match a question; nil where SQL cannot say all of it, or a value is not for SQL to read.
    func groups(_ question: StoreGroupQuestion) throws -> [StoreGroup]? {
        guard let translated = translator(for: question.objects)?.translate(question) else { return nil }
        let result: StatementResult
        do {
            result = try run(translated.statement)
        } catch let error as PostgreSQLStoreError where error.isOutOfRange {
            // The evaluator says what becomes of a sum that is too large.
            return nil
        }
        guard question.takes(result.rowCount) else { return nil }
        var groups: [StoreGroup] = []
        for index in 0..<result.rowCount {
            let cells = translated.columns.indices.map { result.cell(index, $0, translated.columns[$0]) }
            let exceptions = SQLGroups.Cell.integer(result.integer(index, cells.count))
            let group = translated.group(cells + [exceptions]) { name, number in
                core.spaces[name].map { ObjectID($0, number: number) }
            }
            guard let group else { return nil }
            groups.append(group)
        }
        return groups
    }

    /// A question as people read it; nil where the store has none of the entities.
    func statement(for question: StoreQuestion) -> StoreStatement? {
        let shape = core.shapes.shape(of: question.entityNames, alias: SQLQuestion.alias, core)
        return translate(question)?.shown(selecting: SQLFragment(name: shape.columns), in: core.dialect)
    }

    private func translate(_ question: StoreQuestion) -> SQLQuestion? {
        var translated = translator(for: question)?.translate(question)
        // Rows that all come are put in order here: the server need not sort them.
        if question.isInOrderOfMaking, question.includesRows { translated?.order = nil }
        return translated
    }

    /// Nil where the store has none of the entities.
    private func translator(for question: StoreQuestion) -> QuestionTranslator? {
        guard question.entityNames.contains(where: { core.spaces[$0] != nil }) else { return nil }
        return QuestionTranslator(
            layout.model, names: layout, dialect: core.dialect, storeIdentifier: core.identifier)
    }

    private func run(_ fragment: SQLFragment) throws -> StatementResult {
        let (text, values) = fragment.written(in: core.dialect)
        return try run(text, values.map { Parameter($0) })
    }
}

extension StoreQuestion {
    /// Whether all its objects are wanted in the order in which they were made.
    fileprivate var isInOrderOfMaking: Bool { order.isEmpty && limit == 0 && offset == 0 }
}

extension StatementResult {
    /// The value of a column of groups.
    fileprivate func cell(_ row: Int, _ column: Int, _ form: SQLGroups.Column) -> SQLGroups.Cell {
        if isNull(row, column) { return .null }
        switch form {
        case .object, .count, .value(.integer16), .value(.integer32), .value(.integer64), .value(.boolean):
            return .integer(integer(row, column))
        case .realSum, .value(.double), .value(.float), .value(.date): return .real(double(row, column))
        case .wholeSum: return .text(text(row, column))
        case .value(.string), .value(.uri): return .text(storedText(row, column))
        case .value(.uuid): return uuid(row, column).map(SQLGroups.Cell.uuid) ?? .other
        case .value: return .other
        }
    }
}
