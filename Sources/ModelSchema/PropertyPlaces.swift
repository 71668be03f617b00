/// Where the properties of an entity are, by name.
struct PropertyPlaces: Sendable {
    /// Looking through fewer properties takes no longer than asking for their places.
    static let leastCount = 100

    /// Of two attributes of one name, the first.
    let attributes: [String: Int]
    /// Of two relationships of one name, the first.
    let relationships: [String: Int]
    private let entity: Entity

    init(of entity: Entity) {
        self.entity = entity
        attributes = Dictionary(
            entity.attributes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        relationships = Dictionary(
            entity.relationships.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether an entity is the one whose properties these are, and not another one of its name.
    func areOf(_ other: Entity) -> Bool {
        // Equal at once where both share their memory, as copies of one entity do.
        entity.attributes == other.attributes && entity.relationships == other.relationships
    }
}
