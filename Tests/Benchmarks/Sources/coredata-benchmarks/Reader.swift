import ObjectGraph

/// The class of the runtime, as the generator writes it.
final class Reader: ManagedObject {}

extension Reader {
    var age: Int32 {
        @inline(never) get { self[integer32: "age", at: 0] }
        @inline(never) set { self[integer32: "age", at: 0] = newValue }
    }
    var name: String? {
        @inline(never) get { self[optionalString: "name", at: 1] }
        @inline(never) set { self[optionalString: "name", at: 1] = newValue }
    }
    var rank: Double {
        @inline(never) get { self[double: "rank", at: 2] }
        @inline(never) set { self[double: "rank", at: 2] = newValue }
    }
}

/// The work on the runtime.
struct GraphSide: Side {
    private let context: ObjectGraph.ManagedObjectContext
    private var readers: [Reader] = []

    init() throws {
        let model = ManagedObjectModel(schemaText: peopleSchema, classes: ["Reader": Reader.self])
        context = try PersistentContainer(model: model, store: .inMemory).newContext()
    }

    mutating func make(_ count: Int) {
        readers.reserveCapacity(count)
        for _ in 0..<count { readers.append(Reader(context: context)) }
    }

    func set() {
        for (number, reader) in readers.enumerated() {
            reader.name = "Reader \(number)"
            reader.age = Int32(number % 100)
            reader.rank = Double(number)
        }
    }

    func read() -> Int {
        readers.reduce(0) { $0 + Int($1.age) + ($1.name?.utf8.count ?? 0) + ($1.rank > 10 ? 1 : 0) }
    }

    func save() throws {
        try context.save()
    }

    func fetch() throws -> Int {
        let request = ObjectGraph.FetchRequest<Reader>(
            entityName: "Reader", predicate: try .format("age >= %d", 10))
        return try context.fetch(request).count
    }

    mutating func forget() {
        readers = []
    }
}
