/// Which chunks of a table are being changed, and the slots in which their copies are.
///
/// A table of all chunks is made only when many of them have slots, so that it costs no more than the change does.
struct ChunkSlots {
    private let chunkCount: Int
    /// The chunks with slots, ascending, while these are few.
    private var few: [(chunk: Int, slot: Int)] = []
    /// The slot by the place of the chunk, -1 for none; empty while ``few`` has them.
    private var all: [Int32] = []

    /// How many chunks there may be to each that has a slot, for the table to be made.
    private static let ratio = 64

    init(chunkCount: Int) {
        self.chunkCount = chunkCount
    }

    /// nil for a chunk without one.
    subscript(chunk: Int) -> Int? {
        guard all.isEmpty else { return all[chunk] < 0 ? nil : Int(all[chunk]) }
        let place = place(of: chunk)
        return place < few.count && few[place].chunk == chunk ? few[place].slot : nil
    }

    /// Gives a chunk a slot, which has none.
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

    /// Where a chunk is among the few, or would be.
    private func place(of chunk: Int) -> Int {
        few.firstPlace { $0.chunk >= chunk }
    }
}
