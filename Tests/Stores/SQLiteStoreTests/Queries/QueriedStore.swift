import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// A SQLite store with random objects of ``ObjectGraph/ManagedObjectModel/queried`` in it.
struct QueriedStore {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let context: ManagedObjectContext
    /// All objects of the store, by entity.
    private(set) var objects: [String: [ManagedObject]] = [:]

    var file: URL { folder.url.appending(path: "store.sqlite") }

    init(
        _ generator: inout SplitMix, count: Int, texts: [String] = AwkwardValues.texts
    ) throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(
            at: folder.url.appending(path: "store.sqlite"), model: .queried,
            options: SQLiteStoreOptions(durability: .off))
        let container = try PersistentContainer(model: .queried, store: OpenStoreDescription(store))
        let first = container.newContext()
        var filling = Filling(context: first, generator: generator, texts: texts)
        try filling.run(count: count)
        generator = filling.generator
        context = container.newContext()
        for name in ["Item", "SpecialItem", "Box", "Maker", "Tag"] {
            var request = FetchRequest<ManagedObject>(entityName: name)
            request.includesSubentities = false
            objects[name] = try context.fetch(request)
        }
    }

    /// The objects of an entity and its descendants in the order of their numbers.
    func family(_ name: String) -> [ManagedObject] {
        let names = ManagedObjectModel.queried.entitiesByName[name]?.concreteFamilyNames ?? []
        return names.flatMap { objects[$0] ?? [] }.sorted { $0.objectID.number < $1.objectID.number }
    }

    /// What the store answers.
    func execute(_ query: StoreQuery) throws -> (objectIDs: [ObjectID], remainingParts: StoreResult.Parts) {
        let result = try store.openView().execute(query)
        switch result.objects {
        case .rows(let rows): return (rows.map(\.objectID), result.remainingParts)
        case .objectIDs(let objectIDs): return (objectIDs, result.remainingParts)
        }
    }
}

/// Makes random objects, with values that are easily compared wrongly.
private struct Filling {
    let context: ManagedObjectContext
    var generator: SplitMix
    let texts: [String]

    mutating func run(count: Int) throws {
        let makers = (0..<6).map { _ in insert("Maker") }
        let boxes = (0..<6).map { _ in insert("Box") }
        let tags = (0..<6).map { _ in insert("Tag") }
        for maker in makers {
            maker.setValue(pick(texts), forKey: "name")
            maker.setValue(pick(AwkwardValues.dates), forKey: "since")
        }
        for box in boxes {
            box.setValue(pick(texts), forKey: "title")
            box.setValue(maybe(Int.random(in: -1..<4, using: &generator)), forKey: "size")
            box.setValue(maybe(makers.randomElement(using: &generator)), forKey: "room")
        }
        for tag in tags {
            tag.setValue(pick(texts), forKey: "name")
            tag.setValue(pick(AwkwardValues.reals), forKey: "weight")
        }
        let items = (0..<count).map { _ in
            insert(Int.random(in: 0..<3, using: &generator) == 0 ? "SpecialItem" : "Item")
        }
        let special = items.filter { $0.entity.name == "SpecialItem" }
        for item in items {
            fill(item)
            item.setValue(maybe(boxes.randomElement(using: &generator)), forKey: "box")
            item.setValue(maybe(makers.randomElement(using: &generator)), forKey: "maker")
            item.setValue(maybe(items.randomElement(using: &generator)), forKey: "whole")
            item.setValue(
                Set(tags.filter { _ in Bool.random(using: &generator) && Bool.random(using: &generator) }),
                forKey: "tags")
            item.setValue(
                special.shuffled(using: &generator).prefix(Int.random(in: 0..<3, using: &generator)).map { $0 },
                forKey: "friends")
        }
        try context.save()
        // What still leads there leads nowhere.
        for maker in makers.prefix(2) { context.delete(maker) }
        try context.save()
    }

    private mutating func fill(_ item: ManagedObject) {
        item.setValue(pick(texts), forKey: "text")
        item.setValue(pick(texts), forKey: "other")
        item.setValue(maybe(Int.random(in: -3..<4, using: &generator)), forKey: "small")
        item.setValue(maybe(Int.random(in: -3..<4, using: &generator)), forKey: "number")
        item.setValue(pick(AwkwardValues.wholes), forKey: "large")
        item.setValue(pick(AwkwardValues.reals), forKey: "real")
        item.setValue(pick(AwkwardValues.reals).map { Float($0) }, forKey: "single")
        item.setValue(maybe(Decimal(Int.random(in: -2..<3, using: &generator)) / 2), forKey: "price")
        item.setValue(maybe(Bool.random(using: &generator)), forKey: "flag")
        item.setValue(pick(AwkwardValues.dates), forKey: "date")
        item.setValue(pick(AwkwardValues.dates), forKey: "later")
        item.setValue(pick(AwkwardValues.uuids), forKey: "uuid")
        item.setValue(pick(AwkwardValues.addresses), forKey: "uri")
        item.setValue(maybe(Data([UInt8.random(in: 0..<3, using: &generator)])), forKey: "data")
        if item.entity.name == "SpecialItem" {
            item.setValue(maybe(Int.random(in: 0..<3, using: &generator)), forKey: "extra")
        }
    }

    private func insert(_ name: String) -> ManagedObject { context.insertNewObject(forEntityName: name) }

    private mutating func maybe<Value>(_ value: Value?) -> Value? {
        Int.random(in: 0..<5, using: &generator) == 0 ? nil : value
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value? { maybe(values.randomElement(using: &generator)) }
}
