import ColumnEngine
import Foundation
import JSONTokens

/// Reads the objects of a store's file into columns, and derives the inverses that the file leaves out.
struct GraphReader {
    let model: ManagedObjectModel
    private let formats: [String: EntityLayout]
    let layout: GraphLayout
    /// In the order of the file.
    private(set) var readers: [EntityReader] = []
    /// By the index of the entity.
    private var orders: [Int: RowOrder] = [:]

    init(model: ManagedObjectModel, formats: [String: EntityLayout], storeIdentifier: UUID) {
        self.model = model
        self.formats = formats
        layout = GraphLayout(model: model, storeIdentifier: storeIdentifier)
    }

    /// - Parameter extracted: The objects that were extracted from the text and have been read.
    mutating func readEntities(
        _ scanner: inout JSONScanner, _ extracted: ExtractedRows, _ consumed: (Int) -> Void
    ) throws {
        try scanner.beginObject()
        while let name = try scanner.nextKey() {
            guard let format = formats[name], let ordinal = layout.ordinal(ofEntityNamed: name) else {
                throw scanner.error(
                    "the model has no entity '\(name)' with objects of its own", at: scanner.keyOffset)
            }
            guard !readers.contains(where: { $0.ordinal == ordinal }) else {
                throw scanner.error("duplicate entity '\(name)'", at: scanner.keyOffset)
            }
            _ = try scanner.peek()
            if let rows = try extracted.take(of: name, behindBracketAt: scanner.offset) {
                try scanner.beginArray()
                guard try !scanner.nextElement() else { throw UnusualFileError() }
                readers.append(EntityReader(format, ordinal: ordinal, rows))
                continue
            }
            let reader = EntityReader(format, ordinal: ordinal)
            try reader.readObjects(&scanner, consumed)
            readers.append(reader)
        }
    }

    var unknown: [ObjectReference: UnknownMembers] {
        var unknown: [ObjectReference: UnknownMembers] = [:]
        for reader in readers {
            for (number, members) in reader.unknown {
                unknown[ObjectReference(entity: reader.ordinal, number: number)] = members
            }
        }
        return unknown
    }

    /// The graph, with every reference resolved.
    mutating func finish(_ scanner: borrowing JSONScanner) throws -> GraphSnapshot {
        for reader in readers { orders[reader.ordinal] = RowOrder(reader.numbers) }
        try checkNumbers(scanner)
        var loader = GraphLoader(layout: layout)
        for reader in readers { try load(reader, into: &loader, scanner) }
        let snapshot: GraphSnapshot
        do {
            snapshot = try loader.finish()
        } catch {
            throw contested(error, scanner)
        }
        if let link = SideCheck(snapshot: snapshot, model: model).first() {
            throw error(
                "whose '\(link.inverseName)' does not point back", link.source, link.relationship, link.destination,
                scanner)
        }
        return snapshot
    }

    /// Numbers are unique within a family of entities.
    private func checkNumbers(_ scanner: borrowing JSONScanner) throws {
        var families: [String: Set<Int64>] = [:]
        for reader in readers {
            guard let order = orders[reader.ordinal] else { continue }
            var repeated = order.firstRepeated
            if hasRelatives(reader) {
                let used = families[reader.format.rootName, default: []]
                repeated = repeated ?? order.numbers.firstIndex { used.contains($0) }
                families[reader.format.rootName] = used.union(order.numbers)
            }
            guard let repeated else { continue }
            let place = FilePosition(entityName: reader.format.entity.name, row: order.place(ofRow: repeated), key: nil)
            throw scanner.error("duplicate number \(order.numbers[repeated])", at: place.offset(in: scanner.bytes))
        }
    }

    private func hasRelatives(_ reader: EntityReader) -> Bool {
        (model.entitiesByName[reader.format.rootName]?.concreteFamilyNames.count ?? 1) > 1
    }

    private func load(_ reader: EntityReader, into loader: inout GraphLoader, _ scanner: borrowing JSONScanner) throws {
        guard let order = orders[reader.ordinal] else { return }
        let relationships = reader.format.entity.relationships
        let candidates = relationships.map(self.candidates)
        for start in stride(from: 0, to: order.numbers.count, by: GraphLoader.chunkCapacity) {
            let rows = start..<min(start + GraphLoader.chunkCapacity, order.numbers.count)
            let links = try relationships.map { relationship in
                try self.links(relationship, candidates[relationship.index], rows, order, reader, scanner)
            }
            let references = order.numbers[rows].map { ObjectReference(entity: reader.ordinal, number: $0) }
            let contents = RowContents(references: references, columns: columns(of: rows, order, reader), links: links)
            loader.append(contents, toEntityAt: reader.ordinal)
        }
    }

    private func columns(of rows: Range<Int>, _ order: RowOrder, _ reader: EntityReader) -> [Column] {
        let capacity = GraphLoader.chunkCapacity
        guard let places = order.places else { return reader.chunks[rows.lowerBound / capacity] }
        return reader.format.entity.attributes.enumerated().map { index, attribute in
            var column = Column(for: attribute.type)
            for place in places[rows] { column.append(reader.chunks[place / capacity][index][place % capacity]) }
            return column
        }
    }

    /// The indexes of the entities whose objects a relationship can point to.
    private func candidates(of relationship: RelationshipDescription) -> [Int] {
        let destination = model.entitiesByName[relationship.destinationName]
        return destination?.concreteFamilyNames.compactMap { layout.ordinal(ofEntityNamed: $0) } ?? []
    }

    private func links(
        _ relationship: RelationshipDescription, _ candidates: [Int], _ rows: Range<Int>, _ order: RowOrder,
        _ reader: EntityReader, _ scanner: borrowing JSONScanner
    ) throws -> LinkColumn {
        guard let links = reader.links[relationship.index] else {
            return relationship.isStored || !relationship.isToMany
                ? nothing(relationship, count: rows.count) : .toMany([])
        }
        func resolve(_ number: Int64, _ row: Int) throws -> ObjectReference {
            if let ordinal = candidates.first(where: { orders[$0]?.contains(number) == true }) {
                return ObjectReference(entity: ordinal, number: number)
            }
            throw scanner.error(
                "'\(relationship.name)' points to \(relationship.destinationName) \(number), which does not exist",
                at: offset(of: relationship, row, order, reader, scanner))
        }
        guard relationship.isToMany else {
            let none = ObjectReference.none
            return .toOne(
                try rows.map { row in
                    let number = links.numbers[order.place(ofRow: row)]
                    return number == 0 ? none : try resolve(number, row)
                })
        }
        return .toMany(
            try rows.map { row in
                let references = try links.numbers(ofRow: order.place(ofRow: row)).map { try resolve($0, row) }
                guard !references.isEmpty else { return ReferenceList() }
                return ReferenceList(
                    relationship.isOrdered || references.isStrictlyAscending ? references : references.sorted())
            })
    }

    private func nothing(_ relationship: RelationshipDescription, count: Int) -> LinkColumn {
        relationship.isToMany
            ? .toMany(Array(repeating: ReferenceList(), count: count))
            : .toOne(Array(repeating: .none, count: count))
    }

    private func offset(
        of relationship: RelationshipDescription, _ row: Int, _ order: RowOrder, _ reader: EntityReader,
        _ scanner: borrowing JSONScanner
    ) -> Int {
        FilePosition(
            entityName: reader.format.entity.name, row: order.place(ofRow: row), key: relationship.name
        ).offset(in: scanner.bytes)
    }

    private func contested(_ link: GraphLoader.ContestedLinkError, _ scanner: borrowing JSONScanner) -> JSONError {
        let relationship = layout.entities[link.source.entityOrdinal].relationships[link.relationship]
        return error(
            "as another object does, but '\(relationship.inverseName ?? "")' can point back to only one", link.source,
            link.relationship, link.destination, scanner)
    }

    /// An error at the position of an object's relationship.
    private func error(
        _ message: String, _ source: ObjectReference, _ relationship: Int, _ destination: ObjectReference,
        _ scanner: borrowing JSONScanner
    ) -> JSONError {
        let relationship = layout.entities[source.entityOrdinal].relationships[relationship]
        let entityName = layout.entities[destination.entityOrdinal].name
        let message = "'\(relationship.name)' points to \(entityName) \(destination.number), \(message)"
        guard let reader = readers.first(where: { $0.ordinal == source.entityOrdinal }),
            let order = orders[source.entityOrdinal], let row = order.numbers.firstIndex(of: source.number)
        else { return scanner.error(message) }
        return scanner.error(message, at: offset(of: relationship, row, order, reader, scanner))
    }
}
