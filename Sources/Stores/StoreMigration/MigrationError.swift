/// An error that occurs if a store cannot migrate. It contains the reasons and solutions. The store is unchanged.
///
/// ```swift
/// do {
///     container = try PersistentContainer(model: .library, store: .json(at: url))
/// } catch let error as MigrationError {
///     for obstacle in error.obstacles { print(obstacle.elementName, obstacle.message, obstacle.remedy) }
/// }
/// ```
public struct MigrationError: Error, Sendable, Hashable {
    /// The obstacles, sorted by element.
    public var obstacles: [MigrationObstacle]

    /// Creates an error with obstacles in their order.
    public init(_ obstacles: [MigrationObstacle]) { self.obstacles = obstacles }
}

extension MigrationError: CustomStringConvertible {
    /// A heading, followed by a line for each obstacle.
    public var description: String {
        (["the store cannot be migrated to this version of the model:"] + obstacles.map { "  \($0)" })
            .joined(separator: "\n")
    }
}

/// An obstacle to a migration.
///
/// ```swift
/// let losses = error.obstacles.filter { $0.kind == .dataLoss }
/// guard losses.count == error.obstacles.count, losses.allSatisfy({ confirm($0.description) })
/// else { throw error }
/// let migration = MigrationOptions(droppedElements: Set(losses.map(\.elementName)))
/// ```
public struct MigrationObstacle: Sendable, Hashable {
    /// The kind of obstacle. New kinds do not break programs.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Objects or values that are not listed as dropped would be lost.
        public static let dataLoss = Kind(rawValue: "data-loss")
        /// A required value is missing (rule MIG-20).
        public static let missingValue = Kind(rawValue: "missing-value")
        /// A required destination is missing (rule MIG-24).
        public static let missingDestination = Kind(rawValue: "missing-destination")
        /// Values have a type that cannot be converted (rule MIG-21).
        public static let incompatibleType = Kind(rawValue: "incompatible-type")
        /// A relationship that is now to-one points to several objects (rule MIG-22).
        public static let multipleDestinations = Kind(rawValue: "multiple-destinations")
        /// A relationship points to objects that are not of its destination.
        public static let incompatibleDestination = Kind(rawValue: "incompatible-destination")
        /// Separate entity hierarchies were merged (rule MIG-23).
        public static let mergedHierarchies = Kind(rawValue: "merged-hierarchies")
        /// Several elements continue the same element (rule MIG-25).
        public static let ambiguousSource = Kind(rawValue: "ambiguous-source")
        /// Objects have the same values of a uniqueness constraint (rule MIG-27).
        public static let duplicateValues = Kind(rawValue: "duplicate-values")
        /// A mapping model was made for another revision of the entity.
        public static let staleMapping = Kind(rawValue: "stale-mapping")
        /// A mapping model names a policy that the stage does not have.
        public static let missingPolicy = Kind(rawValue: "missing-policy")
    }

    /// The kind of obstacle.
    public var kind: Kind
    /// The element of the model, `Book` or `Book.title`: in the newer model, or in the older one if something would be
    /// lost.
    public var elementName: String
    /// The number of affected objects; 0 if only the models are the obstacle.
    public var objectCount: Int
    /// The problem, as a clause that follows the number of objects.
    public var message: String
    /// The solution, as a clause in the imperative.
    public var remedy: String

    /// Creates an obstacle.
    public init(kind: Kind, elementName: String, objectCount: Int, message: String, remedy: String) {
        self.kind = kind
        self.elementName = elementName
        self.objectCount = objectCount
        self.message = message
        self.remedy = remedy
    }
}

extension MigrationObstacle: CustomStringConvertible {
    /// `Book.shelf: 3 objects have a value, which would be dropped; …`.
    public var description: String {
        let objects = objectCount == 0 ? "" : objectCount == 1 ? "1 object: " : "\(objectCount) objects: "
        return "\(elementName): \(objects)\(message); \(remedy)"
    }
}

/// Counts the obstacles of objects, by element.
struct ObstacleList {
    private struct Key: Hashable {
        var kind: MigrationObstacle.Kind
        var elementName: String
    }

    private var found: [Key: MigrationObstacle] = [:]

    init(_ obstacles: [MigrationObstacle]) {
        for obstacle in obstacles { found[Key(kind: obstacle.kind, elementName: obstacle.elementName)] = obstacle }
    }

    /// Counts objects, if there are any.
    mutating func add(
        _ kind: MigrationObstacle.Kind, _ elementName: String, _ objectCount: Int, _ message: String, _ remedy: String
    ) {
        guard objectCount > 0 else { return }
        let key = Key(kind: kind, elementName: elementName)
        found[
            key,
            default: MigrationObstacle(
                kind: kind, elementName: elementName, objectCount: 0, message: message, remedy: remedy)
        ].objectCount += objectCount
    }

    /// Adds an obstacle that follows from the models alone.
    mutating func addOfModels(
        _ kind: MigrationObstacle.Kind, _ elementName: String, _ message: String, _ remedy: String
    ) {
        found[Key(kind: kind, elementName: elementName)] = MigrationObstacle(
            kind: kind, elementName: elementName, objectCount: 0, message: message, remedy: remedy)
    }

    /// - Throws: ``MigrationError`` if there are any.
    func check() throws(MigrationError) {
        guard !found.isEmpty else { return }
        throw MigrationError(
            found.values.sorted { ($0.elementName, $0.kind.rawValue) < ($1.elementName, $1.kind.rawValue) })
    }
}
