/// The chunks of a table that are being changed, and the slots of their copies.
///
/// A table of all chunks is created only when many of them have slots, so it costs no more than the change.
struct ChunkSlots {
    private let chunkCount: Int
    /// The chunks with slots, ascending, while these are few.
    private var few: [(chunk: Int, slot: Int)] = []
    /// The slot of each chunk, -1 for none; empty while ``few`` contains them.
    private var all: [Int32] = []

    /// The maximum number of chunks for each slot at which the table is created.
    private static let ratio = 64

    init(chunkCount: Int) { self.chunkCount = chunkCount }

    /// nil for a chunk without one.
    subscript(chunk: Int) -> Int? {
        guard all.isEmpty else { return all[chunk] < 0 ? nil : Int(all[chunk]) }
        let place = place(of: chunk)
        return place < few.count && few[place].chunk == chunk ? few[place].slot : nil
    }

    /// Assigns a slot to a chunk without one.
    mutating func add(_ slot: Int, of chunk: Int) {
        if all.isEmpty, (few.count + 1) * Self.ratio > chunkCount {
            all = Array(repeating: -1, count: chunkCount)
            for (chunk, slot) in few { all[chunk] = Int32(slot) }
        }
        if all.isEmpty {
            few.insert((chunk, slot), at: place(of: chunk))
        } else {
            all[chunk] = Int32(slot)
        }
    }

    /// The index of a chunk among the few, or the one where it would be inserted.
    private func place(of chunk: Int) -> Int { few.firstPlace { $0.chunk >= chunk } }
}
