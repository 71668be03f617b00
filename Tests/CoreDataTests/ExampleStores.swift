import CoreData
import Foundation

// The custom stores of the examples in the doc comments of the module, for the entity Superhero.

// Example: NSAtomicStore
final class NameStore: NSAtomicStore, @unchecked Sendable {
    override var type: String { "Names" }
    override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID().uuidString }

    override func load() throws { addCacheNodes(Set(try Self.records(in: url).map(node))) }

    override func save() throws {
        guard let url else { return }  // A store without a URL is in memory.
        try JSONEncoder().encode(cacheNodes().map(record)).write(to: url, options: .atomic)
    }
}
// End

extension NameStore {
    struct Record: Codable {
        var reference: String
        var name: String?
    }

    private static func records(in url: URL?) throws -> [Record] {
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try JSONDecoder().decode([Record].self, from: Data(contentsOf: url))
    }

    private func node(of record: Record) -> NSAtomicStoreCacheNode {
        let heroes = persistentStoreCoordinator?.managedObjectModel.entitiesByName["Superhero"]
        let entity = heroes ?? NSEntityDescription()
        // Example: NSAtomicStoreCacheNode
        let heroID = objectID(for: entity, withReferenceObject: record.reference)
        let node = NSAtomicStoreCacheNode(objectID: heroID)
        node.setValue(record.name, forKey: "name")
        // End
        return node
    }

    private func record(of node: NSAtomicStoreCacheNode) -> Record {
        Record(
            reference: referenceObject(for: node.objectID) as? String ?? "",
            name: node.value(forKey: "name") as? String)
    }
}

/// Names by number, as a server has them.
final class NameServer: @unchecked Sendable {
    var names = [1: "Batgirl", 2: "Robin"]
    var versions: [Int: UInt64] = [:]
}

final class NameServerStore: NSIncrementalStore, @unchecked Sendable {
    override var type: String { "NameServer" }
    private var server: NameServer { options?["server"] as? NameServer ?? NameServer() }

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: "7F3C4C0E-19A4-4B0D-9B41-9B7C9B1C8E11"]
    }

    // Example: NSIncrementalStore
    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        if let save = request as? NSSaveChangesRequest { return try write(save) }
        // This server can only list everything.
        guard let context, let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let entity = fetch.entity,
            fetch.predicate == nil, fetch.sortDescriptors == nil, fetch.fetchLimit == 0, fetch.fetchOffset == 0
        else { throw CocoaError(.featureUnsupported) }
        let objectIDs = server.names.keys.sorted().map { newObjectID(for: entity, referenceObject: $0) }
        if fetch.resultType == .countResultType { return [objectIDs.count] }
        return fetch.resultType == .managedObjectIDResultType ? objectIDs : objectIDs.map(context.object(with:))
    }
    // End

    // Example: NSIncrementalStoreNode
    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        guard let number = referenceObject(for: objectID) as? Int, let name = server.names[number] else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
        }
        return NSIncrementalStoreNode(
            objectID: objectID, withValues: ["name": name], version: server.versions[number] ?? 1)
    }
    // End

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        relationship.isToMany ? [NSManagedObjectID]() : NSNull()
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        let first = (server.names.keys.max() ?? 0) + 1
        return array.enumerated().map { newObjectID(for: $1.entity, referenceObject: first + $0) }
    }

    private func number(of objectID: NSManagedObjectID) throws -> Int {
        guard let number = referenceObject(for: objectID) as? Int else { throw CocoaError(.featureUnsupported) }
        return number
    }

    // Example: NSSaveChangesRequest
    private func write(_ request: NSSaveChangesRequest) throws -> [Any] {
        for hero in (request.insertedObjects ?? []).union(request.updatedObjects ?? []) {
            let number = try number(of: hero.objectID)
            server.names[number] = hero.value(forKey: "name") as? String ?? ""
            server.versions[number, default: 1] += 1
        }
        for hero in request.deletedObjects ?? [] { server.names[try number(of: hero.objectID)] = nil }
        return []
    }
    // End
}
