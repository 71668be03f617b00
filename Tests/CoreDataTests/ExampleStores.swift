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
        switch request {
        case let save as NSSaveChangesRequest: return try write(save)
        case let fetch as NSFetchRequest<any NSFetchRequestResult>:
            guard let context, let entity = fetch.entity else { return [] }
            let objectIDs = server.names.keys.sorted().map { newObjectID(for: entity, referenceObject: $0) }
            return fetch.resultType == .managedObjectIDResultType ? objectIDs : objectIDs.map(context.object(with:))
        default: throw CocoaError(.featureUnsupported)
        }
    }
    // End

    // Example: NSIncrementalStoreNode
    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        let number = referenceObject(for: objectID) as? Int ?? 0
        let name = server.names[number] ?? ""
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

    // Example: NSSaveChangesRequest
    private func write(_ request: NSSaveChangesRequest) throws -> [Any] {
        for hero in (request.insertedObjects ?? []).union(request.updatedObjects ?? []) {
            let number = referenceObject(for: hero.objectID) as? Int ?? 0
            server.names[number] = hero.value(forKey: "name") as? String
            server.versions[number, default: 1] += 1
        }
        for hero in request.deletedObjects ?? [] {
            server.names[referenceObject(for: hero.objectID) as? Int ?? 0] = nil
        }
        return []
    }
    // End
}
