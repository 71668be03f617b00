/// The stores of a context's coordinator, as the context knows them, including the places of removed ones that its
/// objects may still refer to.
struct KnownStores {
    /// The tables of the stores in the state that the context reads.
    private(set) var layout: GraphLayout
    /// How often stores had been added or removed when the context last looked.
    private var count: Int
    /// The places of removed stores whose objects the context knows, so no other store may use their references.
    private var departedRanges: [TableRange] = []

    init(_ layout: GraphLayout, count: Int) {
        self.layout = layout
        self.count = count
    }

    /// The stores that a child context knows from its parent.
    init(of parent: KnownStores) { self.init(parent.layout, count: parent.count) }

    /// Notes how often stores have been added or removed, and returns whether that has changed since the last time.
    mutating func note(count: Int) -> Bool {
        guard self.count != count else { return false }
        self.count = count
        return true
    }

    /// Takes the tables of added and removed stores. Keeps the places of those that no longer exist while the context
    /// still knows objects that were there.
    ///
    /// - Parameter knownTables: The tables of these objects; nil if they may be of any table.
    mutating func take(_ layout: GraphLayout, count: Int, knownTables: () -> Set<Int>?) {
        let departed = (self.layout.stores.compactMap(\.range) + departedRanges).filter { range in
            !layout.stores.contains { $0.range === range }
        }
        self.layout = layout
        self.count = count
        guard !departed.isEmpty, let tables = knownTables() else { return departedRanges = departed }
        departedRanges = departed.filter { !tables.isDisjoint(with: $0.ordinals) }
    }
}
