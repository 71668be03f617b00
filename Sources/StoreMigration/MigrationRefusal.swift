/// A store cannot be migrated: why not, and what would change that. The store is as it was.
public struct MigrationRefusal: Error, Sendable, Hashable {
    /// Everything that stands in the way, by the names of the elements.
    public var obstacles: [MigrationObstacle]

    init(_ obstacles: [MigrationObstacle]) {
        self.obstacles = obstacles
    }
}

extension MigrationRefusal: CustomStringConvertible {
    /// A line for what cannot be done, and one for each obstacle.
    public var description: String {
        (["the store cannot be migrated to this version of the model:"] + obstacles.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

/// What stands in the way of a migration.
public struct MigrationObstacle: Sendable, Hashable {
    /// What kind of obstacle it is; open, so that a new kind breaks nobody.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// A short name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Objects or values would be dropped, and nobody has said that they may be.
        public static let loss = Kind(rawValue: "loss")
        /// A value is required, and there is none (rule MIG-20).
        public static let missingValue = Kind(rawValue: "missing-value")
        /// A destination is required, and there is none (rule MIG-24).
        public static let missingDestination = Kind(rawValue: "missing-destination")
        /// Values are of a type that is not converted (rule MIG-21).
        public static let otherType = Kind(rawValue: "other-type")
        /// A relationship may lead to one object now, and leads to several (rule MIG-22).
        public static let severalDestinations = Kind(rawValue: "several-destinations")
        /// A relationship leads to objects that are not of its destination.
        public static let otherDestination = Kind(rawValue: "other-destination")
        /// Hierarchies of entities that were separate have become one (rule MIG-23).
        public static let joinedHierarchies = Kind(rawValue: "joined-hierarchies")
        /// Several elements continue one (rule MIG-25).
        public static let claimedTwice = Kind(rawValue: "claimed-twice")
        /// Objects have the same values of a uniqueness constraint (rule MIG-27).
        public static let duplicates = Kind(rawValue: "duplicates")
    }

    /// What kind of obstacle it is.
    public var kind: Kind
    /// The element of the model, `Book` or `Book.title`: of the newer model, of the older one where something would be lost.
    public var elementName: String
    /// How many objects it concerns; 0 where the models alone are the obstacle.
    public var objectCount: Int
    /// What is wrong, as a clause that goes on after the number of objects.
    public var message: String
    /// What to do, as a clause in the imperative.
    public var remedy: String
}

extension MigrationObstacle: CustomStringConvertible {
    /// `Book.shelf: 3 objects have a value, which would be dropped; …`.
    public var description: String {
        let objects = objectCount == 0 ? "" : objectCount == 1 ? "1 object: " : "\(objectCount) objects: "
        return "\(elementName): \(objects)\(message); \(remedy)"
    }
}
