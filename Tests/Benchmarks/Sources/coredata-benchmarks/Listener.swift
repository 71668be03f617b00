import CoreData

/// The class under Core Data's name, as the generator writes it.
final class Listener: NSManagedObject {}

extension Listener {
    var age: Int32 {
        get { self[integer32: "age", at: 0] }
        set { self[integer32: "age", at: 0] = newValue }
    }
    var name: String? {
        get { self[optionalString: "name", at: 1] }
        set { self[optionalString: "name", at: 1] = newValue }
    }
    var rank: Double {
        get { self[double: "rank", at: 2] }
        set { self[double: "rank", at: 2] = newValue }
    }
}

/// The work under Core Data's names.
struct CoreDataSide: Side {
    private let context: NSManagedObjectContext
    private var listeners: [Listener] = []

    init() throws {
        let schema = peopleSchema.replacing("Reader", with: "Listener")
        let coordinator = NSPersistentStoreCoordinator(
            managedObjectModel: NSManagedObjectModel(schemaText: schema, classes: ["Listener": Listener.self]))
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    mutating func make(_ count: Int) {
        listeners.reserveCapacity(count)
        for _ in 0..<count { listeners.append(Listener(context: context)) }
    }

    func set() {
        for (number, listener) in listeners.enumerated() {
            listener.name = "Reader \(number)"
            listener.age = Int32(number % 100)
            listener.rank = Double(number)
        }
    }

    func read() -> Int {
        listeners.reduce(0) { $0 + Int($1.age) + ($1.name?.utf8.count ?? 0) + ($1.rank > 10 ? 1 : 0) }
    }

    func save() throws {
        try context.save()
    }

    func fetch() throws -> Int {
        let request = NSFetchRequest<Listener>(entityName: "Listener")
        request.predicate = NSPredicate(format: "age >= %d", 10)
        return try context.fetch(request).count
    }

    mutating func forget() {
        listeners = []
    }
}
