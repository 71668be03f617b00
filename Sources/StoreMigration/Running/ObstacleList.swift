/// Obstacles that are found object by object, counted by the element that they are about.
struct ObstacleList {
    private struct Key: Hashable {
        var kind: MigrationObstacle.Kind
        var elementName: String
    }

    private var found: [Key: MigrationObstacle] = [:]

    init(_ obstacles: [MigrationObstacle]) {
        for obstacle in obstacles {
            found[Key(kind: obstacle.kind, elementName: obstacle.elementName)] = obstacle
        }
    }

    /// Counts objects; without effect for none.
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

    /// - Throws: ``MigrationRefusal`` if there are any.
    func check() throws(MigrationRefusal) {
        guard !found.isEmpty else { return }
        throw MigrationRefusal(
            found.values.sorted { ($0.elementName, $0.kind.rawValue) < ($1.elementName, $1.kind.rawValue) })
    }
}
