import CoreData
import Foundation

/// An atomic store that keeps its objects in a property list, which people can read.
// Unchecked, as its superclass is: its methods are called one at a time.
final class PropertyListStore: NSAtomicStore, @unchecked Sendable {
    override var type: String { "PropertyList" }

    override class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try contents(of: url)["metadata"] as? [String: Any] ?? [:]
    }

    override func load() throws {
        guard let url, FileManager.default.fileExists(atPath: url.path) else { return }
        let entities = persistentStoreCoordinator?.managedObjectModel.entitiesByName ?? [:]
        let records = try Self.contents(of: url)["objects"] as? [[String: Any]] ?? []
        var nodes: [String: NSAtomicStoreCacheNode] = [:]
        for record in records {
            guard let name = record["entity"] as? String, let reference = record["id"] as? String,
                let entity = entities[name]
            else { throw CocoaError(.fileReadCorruptFile) }
            let node = NSAtomicStoreCacheNode(objectID: objectID(for: entity, withReferenceObject: reference))
            let values = record["values"] as? [String: Any] ?? [:]
            node.propertyCache = NSMutableDictionary(dictionary: values)
            nodes[reference] = node
        }
        for record in records {
            guard let node = (record["id"] as? String).flatMap({ nodes[$0] }) else { continue }
            for (key, references) in record["links"] as? [String: [String]] ?? [:] {
                let destinations = references.compactMap { nodes[$0] }
                let isToMany = node.objectID.entity.relationshipsByName[key]?.isToMany == true
                node.setValue(isToMany ? Set(destinations) : destinations.first, forKey: key)
            }
        }
        addCacheNodes(Set(nodes.values))
    }

    override func save() throws {
        // A store without a URL is in memory.
        guard let url else { return }
        let records = cacheNodes().map(record).sorted { ($0["id"] as? String ?? "") < ($1["id"] as? String ?? "") }
        let contents: [String: Any] = ["metadata": metadata ?? [:], "objects": records]
        let data = try PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
        try data.write(to: url, options: .atomic)
    }

    override func newReferenceObject(for managedObject: NSManagedObject) -> Any {
        UUID().uuidString
    }

    private static func contents(of url: URL) throws -> [String: Any] {
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: url), options: [], format: nil)
        guard let contents = list as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
        return contents
    }

    private func record(of node: NSAtomicStoreCacheNode) -> [String: Any] {
        let entity = node.objectID.entity
        var values: [String: Any] = [:]
        for name in entity.attributesByName.keys { values[name] = node.value(forKey: name) }
        var links: [String: [String]] = [:]
        for name in entity.relationshipsByName.keys {
            let value = node.value(forKey: name)
            let nodes = (value as? NSSet)?.allObjects ?? [value as Any]
            links[name] = nodes.compactMap { $0 as? NSAtomicStoreCacheNode }.map(reference).sorted()
        }
        return ["entity": entity.name ?? "", "id": reference(of: node), "values": values, "links": links]
    }

    private func reference(of node: NSAtomicStoreCacheNode) -> String {
        referenceObject(for: node.objectID) as? String ?? ""
    }
}
