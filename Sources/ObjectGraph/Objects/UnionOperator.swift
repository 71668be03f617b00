/// An operator in a key path that gives the values of all members of a collection; the raw value is its spelling.
enum UnionOperator: String {
    case objects = "@unionOfObjects"
    case distinctObjects = "@distinctUnionOfObjects"
    case arrays = "@unionOfArrays"
    case distinctArrays = "@distinctUnionOfArrays"
    case distinctSets = "@distinctUnionOfSets"

    private var isDistinct: Bool { self == .distinctObjects || self == .distinctArrays || self == .distinctSets }
    private var joinsCollections: Bool { self == .arrays || self == .distinctArrays || self == .distinctSets }

    /// The values of all members, without what is nil.
    ///
    /// - Parameters:
    ///   - collection: A set or an array, as string-keyed access gives them.
    ///   - value: The value of a member.
    func values(of collection: Any, _ value: (Any) -> Any?) -> Any {
        var values = Self.members(of: collection).compactMap(value)
        if joinsCollections { values = values.flatMap(Self.members) }
        values.removeAll { $0 is NullValue }
        guard isDistinct else { return values }
        var seen: Set<AnyHashable> = []
        let distinct = values.filter { value in (value as? AnyHashable).map { seen.insert($0).inserted } ?? true }
        return collection is Set<AnyHashable> || collection is Set<ManagedObject> ? seen : distinct
    }

    private static func members(of value: Any) -> [Any] {
        switch value {
        case let objects as Set<ManagedObject>: objects.sorted { $0.objectID < $1.objectID }
        case let members as Set<AnyHashable>: members.map(\.base)
        case let members as [Any]: members
        default: [value]
        }
    }
}
