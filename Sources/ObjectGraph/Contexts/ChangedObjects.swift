/// The objects of a context that have changes, which it holds until they are saved.
///
/// New objects that are deleted again stay among them until someone asks: leaving out each at once would make deleting
/// many a matter of squares.
struct ChangedObjects {
    private var objects: [ManagedObject] = []
    /// How many of ``objects`` are to be left out.
    private var droppedCount = 0

    var isEmpty: Bool { objects.count == droppedCount }

    /// In the order of their first change.
    var all: [ManagedObject] {
        mutating get {
            if droppedCount > 0 {
                objects.removeAll(where: \.isDropped)
                droppedCount = 0
            }
            return objects
        }
    }

    mutating func append(_ object: ManagedObject) { objects.append(object) }

    /// Says that one of them is to be left out, which is marked as dropped.
    mutating func noteDropped() { droppedCount += 1 }

    /// O(*n*).
    mutating func remove(_ object: ManagedObject) { objects = all.filter { $0 !== object } }

    mutating func removeAll() {
        objects = []
        droppedCount = 0
    }
}
