import ObjectGraph

/// The rows that objects come from, by their indexes in the file, because a line can contain several.
struct RowOrigins {
    private struct Origin {
        var object: ManagedObject
        /// The rows that created or changed the object, in order.
        var own: [Int] = []
        /// The rows that point to it, in order.
        var leading: [Int] = []
    }

    /// By the objects themselves, because their identities change when they become permanent.
    private var origins: [ObjectIdentifier: Origin] = [:]

    mutating func note(_ row: Int, of object: ManagedObject) {
        origins[ObjectIdentifier(object), default: Origin(object: object)].own.append(row)
    }

    mutating func note(_ row: Int, leadingTo destinations: [ManagedObject]) {
        for destination in destinations {
            origins[ObjectIdentifier(destination), default: Origin(object: destination)].leading.append(row)
        }
    }

    /// The rows that created or changed an object, in order.
    func ownRows(of object: ManagedObject) -> [Int] { origins[ObjectIdentifier(object)]?.own ?? [] }

    /// The rows that point to an object, in order.
    func leadingRows(to object: ManagedObject) -> [Int] { origins[ObjectIdentifier(object)]?.leading ?? [] }

    /// For each object, the rows that created or changed it, or if there are none, those that point to it. O(*n*).
    var rowsByObjectID: [ObjectID: [Int]] {
        let rows = origins.values.map { ($0.object.objectID, $0.own.isEmpty ? $0.leading : $0.own) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }
}
