import Foundation
import ModelSchema
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Orders that are named by keys.
struct SortDescriptorTests {
    private let model = ManagedObjectModel(
        Model(
            name: "Sorting",
            entities: [
                Entity(
                    name: "Item",
                    attributes: [
                        Attribute(name: "text", type: .string, isOptional: true),
                        Attribute(name: "number", type: .integer32, isOptional: true),
                        Attribute(name: "real", type: .double, isOptional: true),
                        Attribute(name: "price", type: .decimal, isOptional: true),
                        Attribute(name: "flag", type: .boolean, isOptional: true),
                        Attribute(name: "date", type: .date, isOptional: true),
                        Attribute(name: "uuid", type: .uuid, isOptional: true),
                        Attribute(name: "uri", type: .uri, isOptional: true),
                        Attribute(name: "data", type: .binary, isOptional: true),
                        Attribute(name: "mood", type: .string, isOptional: true, isTransient: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "box", isOptional: true, destinationName: "Box", inverseName: "items")
                    ]),
                Entity(
                    name: "Box", attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "box")
                    ]),
            ]))
    private let context: ManagedObjectContext

    init() throws {
        context = try makeContext(model)
    }

    #if compiler(>=6.2)
        @Test("Comparing objects whose store cannot be read ends the program, or counts as nil if the context says so")
        func unreadableObjects() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (store, context, heroes) = try SortDescriptorTests.unreadHeroes()
                store.failAfter(0)
                _ = ModelSortDescriptor<ManagedObject>(key: "name").compare(heroes[0], heroes[1])
                withExtendedLifetime(context) {}
            }
            let message = try #require(result?.fatalMessage)
            #expect(message.hasPrefix("'name' of <Superhero Superhero/p1> cannot be read to compare objects: "))
            let (store, context, heroes) = try Self.unreadHeroes()
            context.shouldDeleteUnreadableFaults = true
            store.failAfter(0)
            #expect(ModelSortDescriptor<ManagedObject>(key: "name").compare(heroes[0], heroes[1]) == .orderedSame)
            #expect(throws: InstrumentedStore.InjectedError.self) {
                try heroes.sorted(
                    using: [ModelSortDescriptor(key: "name")], in: context.managedObjectModel)
            }
        }

        private static func unreadHeroes() throws -> (InstrumentedStore, ManagedObjectContext, [ManagedObject]) {
            let store = InstrumentedStore(model: .superheroes)
            let context = try store.contextAfterSavingHeroes()
            let objectIDs = try context.fetchObjectIDs(FetchRequest<ManagedObject>(entityName: "Superhero"))
            return (store, context, objectIDs.map { context.object(with: $0) })
        }
    #endif

    private func items(_ key: String, _ values: [Any?]) -> [ManagedObject] {
        values.map { value in
            let item = context.insertNewObject(forEntityName: "Item")
            item.setValue(value, forKey: key)
            return item
        }
    }

    private func sort(
        _ objects: [ManagedObject], _ descriptors: ModelSortDescriptor<ManagedObject>...
    ) throws -> [Int] {
        try objects.sorted(using: descriptors, in: model).map { try #require(objects.firstIndex(of: $0)) }
    }

    private func sorted(
        _ texts: [String?], _ comparison: SortComparison, ascending: Bool = true
    ) throws -> [String?] {
        let objects = items("text", texts)
        let descriptor = ModelSortDescriptor<ManagedObject>(key: "text", ascending: ascending, comparison: comparison)
        return try objects.sorted(using: [descriptor], in: model).map { $0.value(forKey: "text") as? String }
    }

    @Test("SRT-1 strings are ordered by the codes of their characters")
    func plain() throws {
        #expect(try sorted(["a", "B", "c", "_", "A"], .plain) == ["A", "B", "_", "a", "c"])
    }

    @Test("SRT-2 numbers, dates and Booleans are ordered by value")
    func values() throws {
        #expect(try sort(items("number", [3, -1, 2]), ModelSortDescriptor(key: "number")) == [1, 2, 0])
        #expect(try sort(items("real", [0.5, -Double.infinity, 1e9]), ModelSortDescriptor(key: "real")) == [1, 0, 2])
        #expect(try sort(items("real", [1.0, Double.nan, -1.0]), ModelSortDescriptor(key: "real")) == [1, 2, 0])
        #expect(
            try sort(items("price", [Decimal(10), Decimal(9), Decimal(-1)]), ModelSortDescriptor(key: "price"))
                == [2, 1, 0])
        #expect(try sort(items("flag", [true, false, true]), ModelSortDescriptor(key: "flag")) == [1, 0, 2])
        let dates = [5.0, -5, 0].map { Date(timeIntervalSinceReferenceDate: $0) }
        #expect(try sort(items("date", dates), ModelSortDescriptor(key: "date")) == [1, 2, 0])
    }

    @Test("SRT-3 descending order is the reverse, but equal elements keep their order")
    func stability() throws {
        let objects = items("number", [1, 2, 1, 2])
        #expect(try sort(objects, ModelSortDescriptor(key: "number")) == [0, 2, 1, 3])
        #expect(try sort(objects, ModelSortDescriptor(key: "number", ascending: false)) == [1, 3, 0, 2])
    }

    @Test("SRT-4 nil comes first when ascending and last when descending")
    func nothing() throws {
        #expect(try sorted(["b", nil, "a"], .plain) == [nil, "a", "b"])
        #expect(try sorted(["b", nil, "a"], .plain, ascending: false) == ["b", "a", nil])
    }

    @Test("SRT-5 a key path follows to-one relationships, and nil on the way is nil")
    func toOne() throws {
        let objects = items("number", [0, 1, 2])
        for (number, title) in ["z", "a"].enumerated() {
            let box = context.insertNewObject(forEntityName: "Box")
            box.setValue(title, forKey: "title")
            objects[number].setValue(box, forKey: "box")
        }
        #expect(try sort(objects, ModelSortDescriptor(key: "box.title")) == [2, 1, 0])
        #expect(try sort(objects, ModelSortDescriptor(key: "box.title", ascending: false)) == [0, 1, 2])
    }

    @Test("SRT-6 and FET-34 and FET-35 sorting by a property without an order, or by an unknown one, fails")
    func failures() throws {
        let boxes = [context.insertNewObject(forEntityName: "Box")]
        let objects = items("number", [1])
        for (objects, key, code) in [
            (boxes, "items.number", QueryError.Code.toManyWithoutQuantifier),
            (boxes, "items", .toManyWithoutQuantifier), (objects, "nmuber", .unknownKey), (objects, "", .unknownKey),
            (objects, "box", .typeMismatch), (objects, "data", .typeMismatch), (objects, "mood", .transientKey),
            (objects, "box.tilte", .unknownKey), (objects, "number.x", .keyPathThroughValue),
        ] {
            let error = #expect(throws: QueryError.self) {
                try objects.sorted(using: [ModelSortDescriptor(key: key)], in: model)
            }
            #expect(error?.code == code, "\(key)")
        }
        let error = #expect(throws: QueryError.self) {
            try objects.sorted(using: [ModelSortDescriptor(key: "nmuber")], in: model)
        }
        #expect(error?.description == "'Item' has no property 'nmuber'; did you mean 'number'?")
    }

    @Test("SRT-7 comparisons can ignore case, and ties are decided by the next key")
    func caseInsensitive() throws {
        #expect(try sorted(["B", "a", "c"], .caseInsensitive) == ["a", "B", "c"])
        let objects = items("text", ["A", "a", "A"])
        for (object, number) in zip(objects, [3, 2, 1]) { object.setValue(number, forKey: "number") }
        #expect(
            try sort(
                objects, ModelSortDescriptor(key: "text", comparison: .caseInsensitive),
                ModelSortDescriptor(key: "number")) == [2, 1, 0])
    }

    @Test("SRT-8 the comparison for lists of files compares numbers within strings")
    func localizedStandard() throws {
        #expect(try sorted(["file10", "file2"], .localizedStandard) == ["file2", "file10"])
        #expect(try sorted(["file10", "file2"], .localized) == ["file10", "file2"])
        #expect(try sorted(["f", "É", "b", "Änne"], .localized) == ["Änne", "b", "É", "f"])
        #expect(try sorted(["b", "A"], .localizedCaseInsensitive) == ["A", "b"])
    }

    @Test("SRT-9 reversing keeps the key and the comparison")
    func reversing() {
        let descriptor = ModelSortDescriptor<ManagedObject>(key: "text", comparison: .localized)
        #expect(descriptor.reversed == ModelSortDescriptor(key: "text", ascending: false, comparison: .localized))
        #expect(descriptor.reversed.reversed == descriptor)
    }

    @Test("SRT-11 UUIDs and URIs are ordered by their text")
    func codes() throws {
        let uuids = ["B0000000-0000-0000-0000-000000000000", "0A000000-0000-0000-0000-000000000000"]
        #expect(try sort(items("uuid", uuids.map(UUID.init(uuidString:))), ModelSortDescriptor(key: "uuid")) == [1, 0])
        let urls = ["https://b.org", "https://a.org", "HTTPS://c.org"]
        #expect(
            try sort(
                items("uri", urls.map { URL(string: $0) }),
                ModelSortDescriptor(key: "uri", comparison: .localizedStandard)) == [2, 1, 0])
    }

    @Test("SRT-10 objects may be ordered by what they are")
    func identity() throws {
        let objects = items("number", [1, 1, 1])
        #expect(try sort(objects.reversed(), ModelSortDescriptor(key: "self")) == [2, 1, 0])
        #expect(try sort(objects, ModelSortDescriptor(key: "objectID", ascending: false)) == [2, 1, 0])
        #expect(try [ManagedObject]().sorted(using: [ModelSortDescriptor(key: "x")], in: model) == [])
    }
}
