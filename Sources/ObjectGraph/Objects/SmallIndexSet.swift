/// A set of indexes, made for few and small ones: those below 64 need no memory of their own.
struct SmallIndexSet {
    private var bits: UInt64 = 0
    private var others: Set<Int> = []

    mutating func insert(_ index: Int) {
        if index < 64 { bits |= 1 << UInt64(index) } else { others.insert(index) }
    }

    func contains(_ index: Int) -> Bool {
        index < 64 ? bits & 1 << UInt64(index) != 0 : others.contains(index)
    }
}
