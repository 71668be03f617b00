import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// Long relationships in the journal: a save says what has changed, not all that there is.
struct LinkChangeTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Lists",
            entities: [
                Entity(
                    name: "Item",
                    relationships: [
                        Relationship(
                            name: "lists", isOptional: true, isToMany: true, destinationName: "List",
                            inverseName: "items"),
                        Relationship(
                            name: "peers", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "peers"),
                    ]),
                Entity(
                    name: "List",
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Item",
                            inverseName: "lists"),
                        Relationship(
                            name: "marks", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Item"),
                    ]),
            ]))

    private func state(_ context: ManagedObjectContext) throws -> [[Int64]] {
        let lists = try context.fetch(FetchRequest<ManagedObject>(entityName: "List"))
        let items = try context.fetch(FetchRequest<ManagedObject>(entityName: "Item"))
        return lists.map { $0.destinations("items").map(\.objectID.number) }
            + lists.map { $0.destinations("marks").map(\.objectID.number) }
            + items.map { $0.destinations("peers").map(\.objectID.number).sorted() }
    }

    @Test("A save of a long relationship contains only what has changed")
    func aSaveSaysWhatHasChanged() throws {
        let file = try StoreFile(Self.model)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let list = context.insertNewObject(forEntityName: "List")
            var items = (0..<1_000).map { _ in context.insertNewObject(forEntityName: "Item") }
            list.setValue(items, forKey: "items")
            items[0].setValue(Set(items[1...]), forKey: "peers")
            try context.save()
            items.remove(at: 500)
            items.insert(context.insertNewObject(forEntityName: "Item"), at: 3)
            list.setValue(items, forKey: "items")
            try context.save()
            items[0].setValue(Set(items[1..<900]), forKey: "peers")
            try context.save()
            items.append(context.insertNewObject(forEntityName: "Item"))
            list.setValue(items, forKey: "items")
            try context.save()
        }
        let last = try #require(try file.journalText.split(separator: "\n").last)
        let items = #""items": {"add": [1002], "at": [1000]}"#
        let insertion = #""insert": {"Item": [{"id": 1002, "lists": [1]}]}"#
        #expect(
            last.hasPrefix(
                #"{"sequence": 4, \#(insertion), "update": {"List": [{"id": 1, \#(items)}]}, "xxh64": "#), "\(last)")
        #expect(last.utf8.count < 250)
    }

    @Test("Distant changes in an ordered relationship are saved in few bytes")
    func distantChanges() throws {
        let file = try StoreFile(Self.model)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let list = context.insertNewObject(forEntityName: "List")
            var items = (0..<5_000).map { _ in context.insertNewObject(forEntityName: "Item") }
            list.setValue(items, forKey: "items")
            try context.save()
            let order: OrderedToMany<ManagedObject> = list[orderedToMany: "items"]
            order.move(from: 10, to: 4_000)
            order.remove(at: 4_500)
            order.insert(context.insertNewObject(forEntityName: "Item"), at: 2)
            try context.save()
            items = order.objects
            #expect(items.firstIndex { $0.objectID.number == 11 } == 4_001)
        }
        let last = try #require(try file.journalText.split(separator: "\n").last)
        let items = #""items": {"remove": [11, 4501], "add": [5001, 11], "at": [2, 4001]}"#
        let insertion = #""insert": {"Item": [{"id": 5001, "lists": [1]}]}"#
        let update = #""update": {"Item": [{"id": 4501, "lists": []}], "List": [{"id": 1, \#(items)}]}"#
        #expect(last.hasPrefix(#"{"sequence": 2, \#(insertion), \#(update), "xxh64": "#), "\(last)")
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let list = try context.fetch(FetchRequest<ManagedObject>(entityName: "List"))[0]
            let numbers = list.destinations("items").map(\.objectID.number)
            #expect(numbers.count == 5_000)
            #expect(Array(numbers[0..<5]) == [1, 2, 5001, 3, 4])
            #expect(Array(numbers[4_000..<4_003]) == [4_001, 11, 4_002])
        }
    }

    @Test("Random changes of relationships are the same after reading the journal")
    func randomChangesComeBack() throws {
        var generator = SplitMix.seeded()
        let file = try StoreFile(Self.model)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let list = context.insertNewObject(forEntityName: "List")
            var items = (0..<60).map { _ in context.insertNewObject(forEntityName: "Item") }
            list.setValue(items, forKey: "items")
            items[0].setValue(Set(items[1...]), forKey: "peers")
            try context.save()
            for _ in 0..<60 {
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<items.count, using: &generator)
                    switch Int.random(in: 0..<7, using: &generator) {
                    case 0: items.append(context.insertNewObject(forEntityName: "Item"))
                    case 1: items.insert(context.insertNewObject(forEntityName: "Item"), at: place)
                    case 2: items.remove(at: place)
                    case 3: items.swapAt(place, items.count - 1)
                    case 4: context.delete(items.remove(at: place))
                    case 5:
                        // Deletion leaves references to what is gone there.
                        var marks = list.destinations("marks").filter { $0 !== items[place] }
                        marks.insert(items[place], at: marks.count / 2)
                        list.setValue(marks, forKey: "marks")
                    default:
                        let other = items[items.count / 2]
                        let peers = Set(other.destinations("peers")).symmetricDifference([items[place]])
                        other.setValue(peers, forKey: "peers")
                    }
                }
                list.setValue(items, forKey: "items")
                try context.save()
                let reading = try JSONStore(
                    at: file.url, model: Self.model, options: JSONStoreOptions(isReadOnly: true))
                let reader = try PersistentContainer(model: Self.model, store: OpenStoreDescription(reading))
                    .newContext()
                #expect(try state(reader) == state(context), "seed \(generator.seed)")
            }
        }
        #expect(try file.journalText.contains(#""items": {"#))
    }
}
