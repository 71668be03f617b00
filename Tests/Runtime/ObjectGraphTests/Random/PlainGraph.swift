import ObjectGraph

/// A graph of dictionaries that is obviously right. Objects are numbers; what is deleted stays until the save, since a
/// deletion may be denied.
struct PlainGraph {
    let shape: GraphShape
    /// The entity of each object.
    var entities: [Int: String] = [:]
    var names: [Int: String] = [:]
    /// By side: where each object leads, in the order in which it was led there.
    var links: [[Int: [Int]]]
    /// Deleted, and not yet saved.
    var deleted: Set<Int> = []
    /// In the store.
    var saved: Set<Int> = []

    init(_ shape: GraphShape) {
        self.shape = shape
        links = Array(repeating: [:], count: shape.sides.count)
    }

    func living(_ entityName: String) -> [Int] {
        entities.keys.filter { entities[$0] == entityName && !deleted.contains($0) }.sorted()
    }

    /// Where an object leads, as far as it can be seen.
    func destinations(_ side: Int, of object: Int) -> [Int] {
        links[side][object, default: []].filter { entities[$0] != nil && !deleted.contains($0) }
    }

    mutating func link(_ side: Int, _ object: Int, _ destination: Int) {
        if links[side][object, default: []].contains(destination) { return }
        if !shape.sides[side].isToMany {
            for old in links[side][object, default: []] { unlink(side, object, old) }
        }
        if let inverse = shape.sides[side].inverse, !shape.sides[inverse].isToMany {
            for old in links[inverse][destination, default: []] { unlink(inverse, destination, old) }
        }
        links[side][object, default: []].append(destination)
        guard let inverse = shape.sides[side].inverse, inverse != side || object != destination else { return }
        links[inverse][destination, default: []].append(object)
    }

    mutating func unlink(_ side: Int, _ object: Int, _ destination: Int) {
        links[side][object, default: []].removeAll { $0 == destination }
        if let inverse = shape.sides[side].inverse {
            links[inverse][destination, default: []].removeAll { $0 == object }
        }
    }

    mutating func assign(_ side: Int, _ object: Int, _ destinations: [Int]) {
        for old in links[side][object, default: []] where !destinations.contains(old) { unlink(side, object, old) }
        for destination in destinations { link(side, object, destination) }
        links[side][object] = destinations
    }

    mutating func delete(_ object: Int) {
        guard let entityName = entities[object], deleted.insert(object).inserted else { return }
        var cascaded: [Int] = []
        for (side, description) in shape.sides.enumerated() where description.entityName == entityName {
            let destinations = destinations(side, of: object) + (isLedToItself(side, object) ? [object] : [])
            switch description.rule {
            case .nullify: break
            case .cascade: cascaded += destinations
            // What was never saved leaves nothing that others could lead to.
            case .deny, .noAction: if saved.contains(object) { continue }
            }
            for destination in destinations { unlink(side, object, destination) }
        }
        if !saved.contains(object) {
            forget([object])
            deleted.remove(object)
        }
        for destination in cascaded { delete(destination) }
    }

    private func isLedToItself(_ side: Int, _ object: Int) -> Bool {
        links[side][object, default: []].contains(object)
    }

    /// The deleted objects whose deletion a rule denies.
    var denied: Set<Int> {
        deleted.filter { object in
            shape.sides.indices.contains { side in
                shape.sides[side].entityName == entities[object] && shape.sides[side].rule == .deny
                    && !destinations(side, of: object).isEmpty
            }
        }
    }

    /// Saves a child's changes in its parent, where some objects are stored: of others a deletion leaves nothing.
    mutating func forgetUnsaved(besides stored: Set<Int>) {
        saved = stored
        forget(deleted.subtracting(stored))
        deleted.formIntersection(stored)
    }

    mutating func save() {
        forget(deleted)
        deleted = []
        saved = Set(entities.keys)
    }

    private mutating func forget(_ objects: Set<Int>) {
        for object in objects {
            entities[object] = nil
            names[object] = nil
        }
        for side in links.indices {
            links[side] = links[side].filter { entities[$0.key] != nil }
                .mapValues { $0.filter { entities[$0] != nil } }
        }
    }
}
