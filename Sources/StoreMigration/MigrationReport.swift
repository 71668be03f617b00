/// What a migration does to the objects of a store.
public struct MigrationReport: Sendable, Hashable {
    /// What happens to the objects of one entity.
    public struct Entity: Sendable, Hashable {
        /// The name in the older model.
        public var oldName: String
        /// The name in the newer model; nil for one whose objects are dropped.
        public var newName: String?
        /// How many objects there are.
        public var objectCount: Int
        /// What becomes of attributes and relationships, a clause for each that does not stay as it is, by name.
        public var changes: [String]
    }

    /// The entities that the store has objects of, by their older names. Of several stages, one after the other.
    public var entities: [Entity] = []

    /// Nothing changes.
    public init() {}
}

extension MigrationReport: CustomStringConvertible {
    /// A line for each entity, and one below it for each change.
    public var description: String {
        entities.map { entity in
            let name =
                switch entity.newName {
                case entity.oldName: entity.oldName
                case let newName?: "\(entity.oldName), now \(newName)"
                case nil: "\(entity.oldName), dropped"
                }
            let count = entity.objectCount == 1 ? "1 object" : "\(entity.objectCount) objects"
            return (["\(name): \(count)"] + entity.changes.map { "  \($0)" }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
