import ObjectGraph
import TestSupport
import Testing

/// What the tables of snapshots keep their chunks in.
struct ChunkListTests {
    let entity: EntityDescription
    let model: ManagedObjectModel

    init() throws {
        model = ManagedObjectModel(
            Model(
                name: "Things",
                entities: [Entity(name: "Thing", attributes: [Attribute(name: "a", type: .integer32)])]))
        entity = try #require(model.entitiesByName["Thing"])
    }

    @Test("A list holds what an array holds, whatever is put in its places", arguments: 1...8)
    func randomReplacements(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        var plain: [RowChunk] = []
        var list = ChunkList()
        for step in 0..<600 {
            let isTakenOut = !plain.isEmpty && Int.random(in: 0..<10, using: &generator) < (step < 300 ? 2 : 8)
            let index = Int.random(in: 0...max(plain.count - (isTakenOut ? 1 : 0), 0), using: &generator)
            let range = index..<(isTakenOut ? index + 1 : index)
            let count = Int.random(in: 0...(step < 300 ? 5 : 1), using: &generator)
            let new = (0..<count).map { _ in chunk(from: 1, count: Int.random(in: 1...3, using: &generator)) }
            plain.replaceSubrange(range, with: new)
            list.replace(range, with: new)
            #expect(list.elementsEqual(plain, by: ===), "step \(step)")
            #expect(list.rowCount == plain.reduce(0) { $0 + $1.count })
            #expect(list.indices.allSatisfy { list[$0] === plain[$0] })
            #expect(list.nodeIdentities.count <= plain.count / 4 + 4)
        }
    }

    @Test("References are found in the chunk that begins before them")
    func finding() {
        let chunks = (0..<2000).map { chunk(from: Int64($0 * 10 + 5), count: 5) }
        let list = ChunkList(chunks)
        for number in stride(from: Int64(1), to: 20_020, by: 7) {
            let wanted = min(max(Int(number - 5) / 10, 0), 1999)
            #expect(list.index(containing: reference(number)) == (number < 5 ? 0 : wanted))
            #expect(list.chunk(containing: reference(number)) === chunks[number < 5 ? 0 : wanted])
        }
        #expect(ChunkList().chunk(containing: reference(1)) == nil)
        #expect(ChunkList().index(containing: reference(1)) == nil)
    }

    @Test(
        "A commit of one change shares all but a path of nodes, and all chunks but one, with the state before",
        arguments: [1_000, 100_000, 1_000_000])
    func sharing(count: Int) throws {
        var loader = GraphLoader(layout: InMemoryStore(model: model).snapshot.layout)
        for start in stride(from: 1, through: count, by: GraphLoader.chunkCapacity) {
            loader.append(
                contents(from: Int64(start), count: min(GraphLoader.chunkCapacity, count - start + 1)),
                toEntityAt: 0)
        }
        let before = try loader.finish()
        var changes = ChangeSet()
        var update = ChangeSet.Update(reference: reference(Int64(count / 2)), version: 0)
        update.values = [(0, .integer(7))]
        changes.updated = [update]
        let after = try before.applying(changes)
        let (old, new) = (before.tables[0].chunks, after.tables[0].chunks)
        #expect(zip(old, new).count { $0 !== $1 } == 1)
        #expect(new.count == old.count)
        // Of a million objects, 31 nodes of chunks and the one above them.
        #expect(new.nodeIdentities.subtracting(old.nodeIdentities).count <= (count > 32 * 1024 ? 2 : 1))
        #expect(after.row(of: reference(Int64(count / 2)))?.value(at: 0) == .integer(7))
    }

    private func reference(_ number: Int64) -> ObjectReference {
        ObjectReference(entity: 0, number: number)
    }

    private func chunk(from number: Int64, count: Int) -> RowChunk {
        RowChunk(contents(from: number, count: count))
    }

    private func contents(from number: Int64, count: Int) -> RowContents {
        var column = Column(for: .integer32)
        for _ in 0..<count { column.append(.integer(1)) }
        return RowContents(
            references: (0..<Int64(count)).map { reference(number + $0) }, columns: [column], links: [])
    }
}
