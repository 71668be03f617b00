import ModelSchema

/// A model that a seed determines: entities with attributes, pairs of relationships, some one-sided, some parents.
func randomModel(seed: UInt64, entityCount: Int, linksPerEntity: Int = 2) -> Model {
    var generator = SplitMix(seed: seed)
    var entities = (0..<entityCount).map { index in
        Entity(
            name: "Entity\(index)",
            attributes: (0..<Int.random(in: 0...12, using: &generator)).map {
                Attribute(name: "attribute\($0)", type: .string, isOptional: true)
            })
    }
    for link in 0..<(entityCount * linksPerEntity) where Bool.random(using: &generator) {
        let (source, target) = (
            Int.random(in: 0..<entityCount, using: &generator), Int.random(in: 0..<entityCount, using: &generator)
        )
        let isOneSided = Int.random(in: 0..<5, using: &generator) == 0
        entities[source].relationships.append(
            Relationship(
                name: "to\(link)", isToMany: Bool.random(using: &generator), destinationName: "Entity\(target)",
                inverseName: isOneSided ? nil : "from\(link)"))
        guard !isOneSided else { continue }
        entities[target].relationships.append(
            Relationship(
                name: "from\(link)", isOptional: true, destinationName: "Entity\(source)", inverseName: "to\(link)"))
    }
    for index in entities.indices.dropFirst() where Int.random(in: 0..<6, using: &generator) == 0 {
        entities[index].parentName = "Entity\(Int.random(in: 0..<index, using: &generator))"
    }
    return Model(name: "Random \(seed)", entities: entities)
}

/// A generator whose numbers a seed determines.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        // Otherwise, consecutive seeds would give the same numbers, shifted by a few.
        state = Self.mixed(seed)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ bits: UInt64) -> UInt64 {
        var value = bits
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
