import CoreData
import Foundation

/// A service that keeps resources by their numbers, as one in the web does.
final class LibraryService: @unchecked Sendable {
    struct Resource {
        var entity: String
        /// Values of attributes, and the numbers of resources that a relationship leads to.
        var fields: [String: Any]
        var version: UInt64
    }

    var resources: [Int: Resource] = [:]
    var requests: [String] = []
    /// What the next requests fail with.
    var failures: [any Error] = []
    var failsOnlySaves = false
    /// What the store does besides whenever it is asked.
    var whenAsked: () -> Void = {}
    private var lastNumber = 100

    func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Notes what is asked for, or fails.
    func note(_ request: String) throws {
        requests.append(request)
        whenAsked()
        guard !failures.isEmpty, !failsOnlySaves || request == "save" else { return }
        throw failures.removeFirst()
    }
}

/// An incremental store whose objects are a service's resources.
final class WebStore: NSIncrementalStore, @unchecked Sendable {
    override var type: String { "Web" }

    /// What the store does that it may not.
    enum Fault: CaseIterable {
        case none, resultType, count, repetition, entity, strangeIdentity, fewIdentities, sameIdentity, otherEntity
        case otherNode, valueType, destinations
    }

    var fault = Fault.none
    var registered: [NSManagedObjectID] = []
    var unregistered: [NSManagedObjectID] = []
    var events: [String] = []

    private var service: LibraryService {
        guard let service = options?["service"] as? LibraryService else {
            preconditionFailure("the store's options have no service")
        }
        return service
    }

    override func loadMetadata() throws {
        metadata = [NSStoreTypeKey: type, NSStoreUUIDKey: "4D2A5A5C-8E5F-4B5B-9C0B-0C5B3E9A1F10"]
    }

    // MARK: Reading

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        if let save = request as? NSSaveChangesRequest {
            try self.save(save)
            return []
        }
        guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>, let context, let entity = fetch.entity
        else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSPersistentStoreUnsupportedRequestTypeError)
        }
        try service.note("\(fetch.resultType == .countResultType ? "count" : "fetch") \(entity.name ?? "")")
        var rows: [[String: Any]] = service.resources.filter { $1.entity == entity.name }.sorted { $0.key < $1.key }
            .map { number, resource in resource.fields.merging(["number": number]) { own, _ in own } }
        if let predicate = fetch.predicate { rows = rows.filter { predicate.evaluate(with: $0) } }
        for descriptor in (fetch.sortDescriptors ?? []).reversed() {
            rows.sort { descriptor.compare($0, to: $1) == .orderedAscending }
        }
        rows = Array(rows.dropFirst(fetch.fetchOffset))
        if fetch.fetchLimit > 0 { rows = Array(rows.prefix(fetch.fetchLimit)) }
        let objectIDs = rows.map { newObjectID(for: entity, referenceObject: $0["number"] as Any) }
        if fault != .none, let wrong = wrongResult(objectIDs, fetch.resultType) { return wrong }
        switch fetch.resultType {
        case .countResultType: return [NSNumber(value: objectIDs.count)]
        case .managedObjectIDResultType: return objectIDs
        default: return objectIDs.map { context.object(with: $0) }
        }
    }

    private func wrongResult(_ objectIDs: [NSManagedObjectID], _ type: NSFetchRequestResultType) -> Any? {
        switch fault {
        case .resultType: ["War and Peace"]
        case .count where type == .countResultType: "two"
        case .repetition: objectIDs + objectIDs
        case .entity: [newObjectID(for: entity("Author"), referenceObject: 1)]
        case .strangeIdentity: [NSManagedObject(entity: entity("Book"), insertInto: nil).objectID]
        default: nil
        }
    }

    private func entity(_ name: String) -> NSEntityDescription {
        persistentStoreCoordinator?.managedObjectModel.entitiesByName[name] ?? NSEntityDescription()
    }

    private func number(of objectID: NSManagedObjectID) -> Int {
        (referenceObject(for: objectID) as? NSNumber)?.intValue ?? referenceObject(for: objectID) as? Int ?? 0
    }

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        try service.note("values \(number(of: objectID))")
        guard let resource = service.resources[number(of: objectID)] else {
            throw NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError)
        }
        let names = objectID.entity.attributesByName.keys
        var values = resource.fields.filter { names.contains($0.key) }
        if fault == .valueType { values["pages"] = "many" }
        if fault == .destinations { values["author"] = [objectID, objectID] }
        let answered = fault == .otherNode ? newObjectID(for: objectID.entity, referenceObject: 77) : objectID
        return NSIncrementalStoreNode(objectID: answered, withValues: values, version: resource.version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        try service.note("\(relationship.name) \(number(of: objectID))")
        guard let destination = relationship.destinationEntity else { return NSNull() }
        let numbers = service.resources[number(of: objectID)]?.fields[relationship.name] as? [Int] ?? []
        let objectIDs = numbers.map { newObjectID(for: destination, referenceObject: $0) }
        return relationship.isToMany ? objectIDs : objectIDs.first ?? NSNull()
    }

    override func managedObjectContextDidRegisterObjects(with objectIDs: [NSManagedObjectID]) {
        registered += objectIDs
    }

    override func managedObjectContextDidUnregisterObjects(with objectIDs: [NSManagedObjectID]) {
        unregistered += objectIDs
    }

    override func didAdd(to coordinator: NSPersistentStoreCoordinator) {
        events.append("added")
    }

    override func willRemove(from coordinator: NSPersistentStoreCoordinator?) {
        events.append("removed")
    }

    // MARK: Saving

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        try service.note("numbers for \(array.count)")
        switch fault {
        case .fewIdentities: return []
        case .sameIdentity: return array.map { newObjectID(for: $0.entity, referenceObject: 2) }
        case .otherEntity: return array.map { _ in newObjectID(for: entity("Author"), referenceObject: 50) }
        default: break
        }
        return array.map { newObjectID(for: $0.entity, referenceObject: service.newNumber()) }
    }

    private func save(_ request: NSSaveChangesRequest) throws {
        try service.note("save")
        for object in request.insertedObjects ?? [] {
            let resource = LibraryService.Resource(
                entity: object.entity.name ?? "", fields: fields(of: object), version: 1)
            service.resources[number(of: object.objectID)] = resource
        }
        for object in request.updatedObjects ?? [] {
            let (number, fields) = (number(of: object.objectID), fields(of: object))
            service.resources[number]?.fields = fields
            service.resources[number]?.version += 1
        }
        for object in request.deletedObjects ?? [] { service.resources[number(of: object.objectID)] = nil }
    }

    private func fields(of object: NSManagedObject) -> [String: Any] {
        var fields: [String: Any] = [:]
        for name in object.entity.attributesByName.keys { fields[name] = object.value(forKey: name) }
        for (name, relationship) in object.entity.relationshipsByName {
            let destinations =
                relationship.isToMany
                ? (object.value(forKey: name) as? NSSet)?.allObjects ?? [] : [object.value(forKey: name) as Any]
            fields[name] = destinations.compactMap { $0 as? NSManagedObject }.map { number(of: $0.objectID) }.sorted()
        }
        return fields
    }
}
