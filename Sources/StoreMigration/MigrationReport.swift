/// A report on the changes of a migration.
public struct MigrationReport: Sendable, Hashable {
    /// The changes to the objects of an entity.
    public struct Entity: Sendable, Hashable {
        /// The name in the older model.
        public var oldName: String
        /// The name in the newer model; nil if the objects are dropped.
        public var newName: String?
        /// The number of objects.
        public var objectCount: Int
        /// The changes of attributes and relationships, with a clause for each, sorted by name.
        public var changes: [String]
    }

    /// The entities with objects in the store, sorted by old name, stage by stage.
    public var entities: [Entity] = []

    /// Creates an empty report.
    public init() {}
}

extension MigrationReport: CustomStringConvertible {
    /// A line for each entity, followed by a line for each change.
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
