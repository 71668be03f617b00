import Foundation
import ObjectGraph

/// All that a store holds, as plain values, and what is wrong with it.
struct GraphContents: Equatable {
    struct Object: Equatable {
        var values: [String: String]
        var links: [[ObjectID]]
    }

    private(set) var objects: [ObjectID: Object] = [:]
    let model: ManagedObjectModel

    /// Links to what is gone count for nothing: a file need not keep them.
    static func == (left: GraphContents, right: GraphContents) -> Bool {
        left.livingObjects == right.livingObjects
    }

    private var livingObjects: [ObjectID: Object] {
        objects.mapValues { object in
            Object(values: object.values, links: object.links.map { $0.filter { objects[$0] != nil } })
        }
    }

    /// What a fresh context reads of a store's latest state.
    init(_ coordinator: PersistentStoreCoordinator) throws {
        model = coordinator.managedObjectModel
        let snapshot = coordinator.committedState
        let context = ManagedObjectContext(coordinator: coordinator)
        for entity in model.entities where !entity.isAbstract {
            for objectID in try snapshot.objectIDs(ofEntityNamed: entity.name) {
                let object = context.object(with: objectID)
                let values = entity.attributes.map { ($0.name, "\(object.value(forKey: $0.name) ?? "nil")") }
                objects[objectID] = Object(
                    values: Dictionary(values, uniquingKeysWith: { first, _ in first }),
                    links: try snapshot.destinationIDs(of: objectID) ?? [])
            }
        }
    }

    /// What contradicts itself, each said once.
    var contradictions: [String] {
        var found: [String] = []
        for (objectID, object) in objects {
            guard let entity = model.entitiesByName[objectID.entityName] else { continue }
            for (relationship, destinations) in zip(entity.relationships, object.links) {
                let name = "\(objectID.entityName) \(objectID.number).\(relationship.name)"
                if Set(destinations).count != destinations.count { found.append("\(name) has a member twice") }
                if !Self.allows(destinations.count, relationship.schema) {
                    found.append("\(name) has \(destinations.count) members")
                }
                for destination in destinations {
                    found += contradiction(name, objectID, relationship, destination)
                }
            }
        }
        return (found + repeatedValues + wrongDerivedValues).sorted()
    }

    private func contradiction(
        _ name: String, _ objectID: ObjectID, _ relationship: RelationshipDescription, _ destination: ObjectID
    ) -> [String] {
        guard let inverse = relationship.inverseName,
            let entity = model.entitiesByName[destination.entityName],
            let index = entity.relationships.firstIndex(where: { $0.name == inverse })
        else { return [] }
        let allowsMissingDestination = [.noAction, .deny].contains(entity.relationships[index].schema.deleteRule)
        guard let other = objects[destination] else {
            return allowsMissingDestination
                ? [] : ["\(name) leads to \(destination.entityName) \(destination.number), which is gone"]
        }
        return other.links[index].contains(objectID)
            ? [] : ["\(name) leads to \(destination.entityName) \(destination.number), which does not point back"]
    }

    private static func allows(_ count: Int, _ relationship: Relationship) -> Bool {
        guard relationship.isToMany else { return count > 0 || relationship.isOptional }
        if count == 0 { return relationship.isOptional || relationship.minimumCount == 0 }
        return count >= relationship.minimumCount
            && (relationship.maximumCount == 0 || count <= relationship.maximumCount)
    }

    private var repeatedValues: [String] {
        model.entities.flatMap { entity in
            entity.schema.uniquenessConstraints.flatMap { constraint -> [String] in
                let keys = objects.filter { $0.key.entityName == entity.name }
                    .map { object in constraint.propertyNames.map { object.value.values[$0] ?? "nil" } }
                    .filter { !$0.contains("nil") }
                return Dictionary(grouping: keys) { $0 }.filter { $0.value.count > 1 }
                    .map { "\(entity.name) has \($0.key) \($0.value.count) times" }
            }
        }
    }

    /// The links of relationships between many and many, each told from both ends.
    var links: Set<String> {
        var links: Set<String> = []
        for (objectID, object) in objects {
            guard let entity = model.entitiesByName[objectID.entityName] else { continue }
            for (relationship, destinations) in zip(entity.relationships, object.links)
            where Self.isManyToMany(relationship, in: model) {
                for destination in destinations { links.insert(Self.name(objectID, relationship, destination)) }
            }
        }
        return links
    }

    static func isManyToMany(_ relationship: RelationshipDescription, in model: ManagedObjectModel) -> Bool {
        guard relationship.isToMany, let inverse = relationship.inverseName else { return false }
        return model.entitiesByName[relationship.destinationName]?.relationship(named: inverse)?.isToMany == true
    }

    static func name(_ source: ObjectID, _ relationship: RelationshipDescription, _ destination: ObjectID) -> String {
        "\(source.uriRepresentation()) \(relationship.name) \(destination.uriRepresentation())"
    }
}
