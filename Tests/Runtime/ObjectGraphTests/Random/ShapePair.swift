import ObjectGraph
import Testing

/// A graph in a context and the same graph as dictionaries, changed alike, and compared.
struct ShapePair {
    let shape: GraphShape
    private(set) var context: ManagedObjectContext
    private(set) var plain: PlainGraph
    private(set) var savedPlain: PlainGraph
    private var undone: [PlainGraph] = []
    private var done: [PlainGraph] = []
    private var objects: [Int: ManagedObject] = [:]
    private var clock: ManagedObject
    private var lastKey = 0
    private var deletedInParent: Set<Int> = []
    /// What has been done, for messages.
    private(set) var trace: [String] = []

    init(_ shape: GraphShape) throws {
        self.shape = shape
        context = try makeContext(shape.model)
        plain = PlainGraph(shape)
        savedPlain = plain
        clock = context.insertNewObject(forEntityName: "Clock")
        try context.save()
        context.undoHistory = UndoHistory()
    }

    /// Does one random thing to both graphs.
    mutating func step(_ generator: inout some RandomNumberGenerator) throws {
        switch Int.random(in: 0..<24, using: &generator) {
        case 0...17: undoably { $0.change(&generator) }
        case 18: try save()
        case 19: if Int.random(in: 0..<3, using: &generator) == 0 { rollback() }
        case 20: try changeInChild(&generator)
        case 21: refresh(&generator)
        case 22: undo()
        default: redo()
        }
    }

    private mutating func undoably(_ body: (inout ShapePair) -> Void) {
        done.append(plain)
        undone = []
        clock.setValue((clock.value(forKey: "time") as? Int64 ?? 0) + 1, forKey: "time")
        body(&self)
        context.processPendingChanges()
    }

    private mutating func change(_ generator: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...2: insert(&generator)
        case 3...6: link(&generator)
        case 7...8: unlink(&generator)
        case 9: assign(&generator)
        case 10: rename(&generator)
        default: delete(&generator)
        }
    }

    private mutating func insert(_ generator: inout some RandomNumberGenerator) {
        guard let entityName = shape.entityNames.randomElement(using: &generator) else { return }
        lastKey += 1
        let object = context.insertNewObject(forEntityName: entityName)
        object.setValue(lastKey, forKey: "key")
        objects[lastKey] = object
        plain.entities[lastKey] = entityName
        trace.append("insert \(lastKey)")
    }

    private func anyObject(_ entityName: String, _ generator: inout some RandomNumberGenerator) -> Int? {
        plain.living(entityName).randomElement(using: &generator)
    }

    /// An object, a relationship of it, and an object that it may lead to.
    private func anyPair(
        _ generator: inout some RandomNumberGenerator
    ) -> (side: Int, object: Int, destination: Int)? {
        guard let side = shape.sides.indices.randomElement(using: &generator),
            let object = anyObject(shape.sides[side].entityName, &generator),
            let destination = anyObject(shape.sides[side].destinationName, &generator)
        else { return nil }
        return (side, object, destination)
    }

    private mutating func link(_ generator: inout some RandomNumberGenerator) {
        guard let (side, object, destination) = anyPair(&generator), let source = objects[object],
            let target = objects[destination]
        else { return }
        let description = shape.sides[side]
        if description.isToMany {
            source.mutableSetValue(forKey: description.name).insert(target)
        } else {
            source.setValue(target, forKey: description.name)
        }
        plain.link(side, object, destination)
        trace.append("link \(side) \(object) \(destination)")
    }

    private mutating func unlink(_ generator: inout some RandomNumberGenerator) {
        guard let (side, object, _) = anyPair(&generator), let source = objects[object] else { return }
        let description = shape.sides[side]
        guard let destination = plain.destinations(side, of: object).randomElement(using: &generator),
            let target = objects[destination]
        else { return }
        if description.isToMany {
            source.mutableSetValue(forKey: description.name).remove(target)
        } else {
            source.setValue(nil, forKey: description.name)
        }
        plain.unlink(side, object, destination)
        trace.append("unlink \(side) \(object) \(destination)")
    }

    private mutating func assign(_ generator: inout some RandomNumberGenerator) {
        guard let (side, object, _) = anyPair(&generator), shape.sides[side].isToMany else { return }
        let chosen = plain.living(shape.sides[side].destinationName).shuffled(using: &generator).prefix(3)
        objects[object]?.setValue(chosen.compactMap { objects[$0] }, forKey: shape.sides[side].name)
        plain.assign(side, object, Array(chosen))
        trace.append("assign \(side) \(object) \(chosen)")
    }

    private mutating func rename(_ generator: inout some RandomNumberGenerator) {
        guard let object = anyObject("First", &generator) else { return }
        let name = "\(UInt16.random(in: .min ... .max, using: &generator))"
        objects[object]?.setValue(name, forKey: "name")
        plain.names[object] = name
    }

    private mutating func delete(_ generator: inout some RandomNumberGenerator) {
        guard let entityName = shape.entityNames.randomElement(using: &generator),
            let object = anyObject(entityName, &generator), let deleted = objects[object]
        else { return }
        context.delete(deleted)
        plain.delete(object)
        trace.append("delete \(object)")
    }

    /// Saves both, or neither where a delete rule denies it.
    mutating func save() throws {
        trace.append("save")
        guard try saveContext() else { return rollback() }
        savedPlain = plain
        forgetHistory()
        objects = objects.filter { plain.entities[$0.key] != nil }
    }

    /// Whether nothing was denied; that the context and the dictionaries say the same of it is expected.
    private mutating func saveContext() throws -> Bool {
        let denied = plain.denied.subtracting(deletedInParent)
        do {
            try context.save()
            #expect(denied.isEmpty, story)
            if context.parent == nil { plain.save() }
            return true
        } catch {
            let errors = (error as? ValidationErrors)?.errors ?? [error].compactMap { $0 as? ValidationError }
            guard !errors.isEmpty else { throw error }
            #expect(errors.allSatisfy { $0.code == .relationshipDeniedDelete })
            #expect(Set(errors.map(\.objectID)) == Set(denied.compactMap { objects[$0]?.objectID }), story)
            return false
        }
    }

    private mutating func rollback() {
        context.rollback()
        trace.append("rollback")
        plain = savedPlain
        forgetHistory()
        objects = objects.filter { plain.entities[$0.key] != nil }
    }

    private mutating func forgetHistory() {
        context.undoHistory?.removeAll()
        done = []
        undone = []
    }

    private mutating func undo() {
        context.undo()
        trace.append("undo \(done.count)")
        guard let before = done.popLast() else { return }
        undone.append(plain)
        plain = before
    }

    private mutating func redo() {
        context.redo()
        trace.append("redo \(undone.count)")
        guard let after = undone.popLast() else { return }
        done.append(plain)
        plain = after
    }

    /// Refreshing changes nothing that can be seen: changes are merged, and unchanged objects read again.
    private mutating func refresh(_ generator: inout some RandomNumberGenerator) {
        trace.append("refresh")
        if Bool.random(using: &generator) { return context.refreshAllObjects() }
        for key in plain.entities.keys.sorted() {
            guard let object = objects[key] else { continue }
            context.refresh(object, mergeChanges: object.hasChanges)
        }
        context.processPendingChanges()
    }

    /// Makes some changes in a child context, and saves it, or drops it.
    private mutating func changeInChild(_ generator: inout some RandomNumberGenerator) throws {
        let (parent, objectsBefore, plainBefore, clockBefore) = (context, objects, plain, clock)
        context = ManagedObjectContext(parent: parent)
        trace.append("child begins")
        objects = objects.filter { plain.entities[$0.key] != nil && !plain.deleted.contains($0.key) }
            .mapValues { context.object(with: $0.objectID) }
        clock = context.object(with: clock.objectID)
        clock.setValue((clock.value(forKey: "time") as? Int64 ?? 0) + 1, forKey: "time")
        // What the parent has is stored, as far as the child can tell.
        plain.saved = Set(plain.entities.keys)
        deletedInParent = plain.deleted
        defer { deletedInParent = [] }
        for _ in 0..<4 { change(&generator) }
        trace.append("in child")
        try expectEqual("in a child")
        let isKept = try Bool.random(using: &generator) && saveContext()
        let childObjects = objects.filter { plain.entities[$0.key] != nil && !plain.deleted.contains($0.key) }
        trace.append("child kept \(isKept)")
        (context, objects, clock) = (parent, objectsBefore, clockBefore)
        guard isKept else {
            plain = plainBefore
            return
        }
        plain.forgetUnsaved(besides: plainBefore.saved)
        for (key, object) in childObjects where objects[key] == nil {
            objects[key] = parent.object(with: object.objectID)
        }
        done.append(plainBefore)
        undone = []
    }
}
