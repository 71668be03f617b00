import ObjectGraph

/// Which rows objects come from, by the rows' places in their file: several may stand in one line.
struct RowOrigins {
    private struct Origin {
        var object: ManagedObject
        /// The rows that the object was made or changed by, in order.
        var own: [Int] = []
        /// The rows that point to it, in order.
        var leading: [Int] = []
    }

    /// By the objects themselves: their identities change when they get permanent ones.
    private var origins: [ObjectIdentifier: Origin] = [:]

    mutating func note(_ row: Int, of object: ManagedObject, leadingTo destinations: [ManagedObject]) {
        origins[ObjectIdentifier(object), default: Origin(object: object)].own.append(row)
        for destination in destinations {
            origins[ObjectIdentifier(destination), default: Origin(object: destination)].leading.append(row)
        }
    }

    /// The rows that an object was made or changed by, in order.
    func ownRows(of object: ManagedObject) -> [Int] {
        origins[ObjectIdentifier(object)]?.own ?? []
    }

    /// The rows that point to an object, in order.
    func leadingRows(to object: ManagedObject) -> [Int] {
        origins[ObjectIdentifier(object)]?.leading ?? []
    }

    /// For each object the rows that it was made or changed by, or if there are none those that point to it. O(*n*).
    var rowsByObjectID: [ObjectID: [Int]] {
        let rows = origins.values.map { ($0.object.objectID, $0.own.isEmpty ? $0.leading : $0.own) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }
}
