import Synchronization

/// Asks a view of a store, checks what it answers, and makes rows of it.
final class ViewReader: Sendable {
    let view: any StoreView
    let layout: GraphLayout
    /// The store's tables.
    private let ordinals: Range<Int>
    /// The versions of the objects that the commit before the view has written.
    let writtenVersions: [ObjectReference: Int32]
    /// The versions that objects have at least, since the commit before the view has written them.
    private let leastVersions: [ObjectReference: Int32]
    private struct WeakRows {
        weak var rows: KnownRows?
    }

    /// Those of the states that show the view, for as long as there is one.
    private let sharedRows = Mutex(WeakRows())

    /// How many rows share their columns: few, so that an object that is held holds few others' values.
    private static let chunkCapacity = 64

    init(
        _ view: any StoreView, _ layout: GraphLayout, ordinals: Range<Int>,
        versions: [ObjectReference: Int32] = [:], leastVersions: [ObjectReference: Int32] = [:]
    ) {
        self.view = view
        writtenVersions = versions
        self.leastVersions = leastVersions
        self.layout = layout
        self.ordinals = ordinals
    }

    // MARK: Asking

    /// The rows that a state of the view is to hold for the reader.
    func shareKnownRows() -> KnownRows {
        sharedRows.withLock { shared in
            if let rows = shared.rows { return rows }
            let rows = KnownRows()
            shared.rows = rows
            return rows
        }
    }

    private var known: KnownRows? { sharedRows.withLock { $0.rows } }

    /// An object; nil for none.
    func row(of reference: ObjectReference) throws -> Row? {
        try known?[reference] ?? rows(of: [reference])[reference]
    }

    /// The objects that there are among some.
    func rows(of references: [ObjectReference]) throws -> [ObjectReference: Row] {
        var (found, unknown) = known?.split(references) ?? ([:], references)
        guard !unknown.isEmpty else { return found }
        let wanted = Set(unknown)
        for row in try rows(view.rows(of: unknown.map(layout.objectID))) {
            guard wanted.contains(row.reference) else { throw broken(.identity, row.reference) }
            guard found.updateValue(row, forKey: row.reference) == nil else { throw broken(.repetition, row.reference) }
        }
        return found
    }

    /// Reads objects ahead, so that they need not be asked for one by one.
    func readAhead(_ references: [ObjectReference]) throws {
        guard let known else { return }
        let unknown = known.unknown(among: references)
        guard !unknown.isEmpty else { return }
        known.keep(Array(try rows(of: unknown).values))
    }

    /// Where a relationship of some objects leads, in the order of these.
    func links(of relationship: RelationshipDescription, from references: [ObjectReference]) throws -> [Links] {
        let answer = try view.destinations(of: relationship, from: references.map(layout.objectID))
        guard answer.objectIDs.count == references.count else {
            throw BrokenPromise(rule: .count, propertyName: relationship.name)
        }
        try keep(answer.rows)
        return try zip(references, answer.objectIDs).map { try links($1, of: relationship, from: $0) }
    }

    /// The objects that match a question, and what the store has left of it.
    func answer(_ question: StoreQuestion) throws -> (rows: [Row], unanswered: StoreAnswer.Parts) {
        let answer = try view.answer(question)
        switch answer.objects {
        case .rows(let found):
            let rows = try self.rows(found)
            try check(rows.map(\.reference), answer.unanswered, question)
            return (rows, answer.unanswered)
        case .objectIDs(let objectIDs):
            let references = try references(objectIDs)
            try check(references, answer.unanswered, question)
            let rows = try self.rows(of: references)
            return (references.compactMap { rows[$0] }, answer.unanswered)
        }
    }

    /// The objects that match a question whose rows are not wanted, and what the store has left of it.
    func answerWithoutRows(
        _ question: StoreQuestion
    ) throws -> (references: [ObjectReference], unanswered: StoreAnswer.Parts) {
        var question = question
        question.includesRows = false
        let answer = try view.answer(question)
        let references =
            switch answer.objects {
            case .rows(let rows): try references(rows.lazy.map(\.objectID))
            case .objectIDs(let objectIDs): try references(objectIDs)
            }
        try check(references, answer.unanswered, question)
        return (references, answer.unanswered)
    }

    private func check(
        _ references: [ObjectReference], _ unanswered: StoreAnswer.Parts, _ question: StoreQuestion
    ) throws {
        let names = Set(question.entityNames)
        var lastOrdinal: Int?
        for reference in references where reference.entityOrdinal != lastOrdinal {
            guard names.contains(layout.entities[reference.entityOrdinal].name) else {
                throw broken(.entity, reference)
            }
            lastOrdinal = reference.entityOrdinal
        }
        try checkRepetition(among: references)
        if !unanswered.contains(.range), question.limit > 0, references.count > question.limit {
            throw BrokenPromise(rule: .range)
        }
    }

    /// Refuses references that come twice. What ascends, as answers without an order do, is seen to be distinct at once.
    private func checkRepetition(among references: [ObjectReference]) throws {
        guard zip(references, references.dropFirst()).contains(where: { $0 >= $1 }) else { return }
        var seen: Set<ObjectReference> = []
        for reference in references where !seen.insert(reference).inserted { throw broken(.repetition, reference) }
    }

    /// Runs what reads a store where nobody can be told of an error: the program ends there, with what could not be read.
    func stopping<Result>(at reference: ObjectReference, _ what: String, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch {
            let objectID = layout.objectID(for: reference)
            preconditionFailure(
                "\(what) of \(objectID) cannot be read from the store \(layout.storeName(of: reference)): \(error)")
        }
    }

    private func keep(_ answer: [StoreRow]) throws {
        guard !answer.isEmpty, let known else { return }
        let rows = try rows(answer)
        try checkRepetition(among: rows.map(\.reference))
        known.keep(rows)
    }

    // MARK: Taking answers

    private func broken(_ rule: BrokenPromise.Rule, _ reference: ObjectReference) -> BrokenPromise {
        BrokenPromise(rule: rule, objectID: layout.objectID(for: reference))
    }

    private func reference(_ objectID: ObjectID) throws -> ObjectReference {
        guard let reference = layout.reference(for: objectID), !reference.isTemporary,
            ordinals.contains(reference.entityOrdinal)
        else { throw BrokenPromise(rule: .identity, objectID: objectID) }
        return reference
    }

    /// The store's objects with some identities. Those side by side are of one entity as a rule, which is looked up once.
    private func references(_ objectIDs: some Sequence<ObjectID>) throws -> [ObjectReference] {
        var last: (space: IdentitySpace, ordinal: Int)?
        return try objectIDs.map { objectID in
            if let last, last.space === objectID.space, objectID.number > 0,
                objectID.number <= ObjectReference.greatestNumber
            {
                return ObjectReference(entity: last.ordinal, number: objectID.number)
            }
            let reference = try reference(objectID)
            last = (objectID.space, reference.entityOrdinal)
            return reference
        }
    }

    /// Rows in the order of the answer, side by side with those of their entities.
    private func rows(_ answer: [StoreRow]) throws -> [Row] {
        var places: [Int: [(reference: ObjectReference, place: Int)]] = [:]
        for (place, reference) in try references(answer.lazy.map(\.objectID)).enumerated() {
            places[reference.entityOrdinal, default: []].append((reference, place))
        }
        var rows: [Row?] = Array(repeating: nil, count: answer.count)
        for (ordinal, members) in places {
            let entity = layout.entities[ordinal]
            for start in stride(from: 0, to: members.count, by: Self.chunkCapacity) {
                // Columns are in the order of references.
                let part = members[start..<min(start + Self.chunkCapacity, members.count)]
                    .sorted { $0.reference < $1.reference }
                var contents = RowContents(deferringLinksOf: entity)
                for member in part { try append(answer[member.place], member.reference, entity, to: &contents) }
                let chunk = RowChunk(contents)
                for (index, member) in part.enumerated() { rows[member.place] = Row(chunk, index) }
            }
        }
        return rows.compactMap { $0 }
    }

    private func append(
        _ row: StoreRow, _ reference: ObjectReference, _ entity: EntityDescription, to contents: inout RowContents
    ) throws {
        guard row.values.count == entity.attributes.count,
            let version = Int32(exactly: row.version), version >= 0,
            row.destinations.count <= entity.relationships.count
        else { throw broken(.values, reference) }
        guard version >= leastVersions[reference] ?? 0 else { throw broken(.version, reference) }
        for (attribute, value) in zip(entity.attributes, row.values) where !value.fits(attribute.type) {
            throw BrokenPromise(rule: .values, objectID: row.objectID, propertyName: attribute.name)
        }
        let links = try entity.relationships.map { relationship -> Links in
            guard relationship.index < row.destinations.count, let known = row.destinations[relationship.index] else {
                return .deferred(DeferredLinks(relationship, of: reference, self))
            }
            return try self.links(known, of: relationship, from: reference)
        }
        contents.append(reference, row.values, links)
        contents.setVersion(version, at: contents.count - 1)
    }

    private func links(
        _ objectIDs: [ObjectID], of relationship: RelationshipDescription, from source: ObjectReference
    ) throws -> Links {
        if !relationship.isToMany, objectIDs.count <= 1 {
            guard let objectID = objectIDs.first else { return .toOne(.none) }
            let reference = try reference(objectID)
            guard leads(relationship, to: layout.entities[reference.entityOrdinal]) else {
                throw wrongDestinations(of: relationship, source)
            }
            return .toOne(reference)
        }
        let references = try references(objectIDs)
        let isRight =
            relationship.isToMany && Set(references).count == references.count
            && references.allSatisfy { leads(relationship, to: layout.entities[$0.entityOrdinal]) }
        guard isRight else { throw wrongDestinations(of: relationship, source) }
        return .toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
    }

    private func wrongDestinations(
        of relationship: RelationshipDescription, _ source: ObjectReference
    ) -> BrokenPromise {
        BrokenPromise(
            rule: .destinations, objectID: layout.objectID(for: source), propertyName: relationship.name)
    }

    private func leads(_ relationship: RelationshipDescription, to entity: EntityDescription) -> Bool {
        entity.name == relationship.destinationName || entity.ancestorNames.contains(relationship.destinationName)
    }
}
