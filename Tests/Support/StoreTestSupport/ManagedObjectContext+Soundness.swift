public import ObjectGraph
public import Testing

extension ManagedObjectContext {
    /// All objects of a class, in the order of their making.
    public func all<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
        try fetch(FetchRequest<Object>())
    }

    /// Reads every value and follows every relationship, both ways.
    public func expectSound(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for entity in managedObjectModel.entities where entity.ancestorNames.isEmpty {
            for object in try fetch(FetchRequest<ManagedObject>(entityName: entity.name)) {
                for attribute in object.entity.attributes { _ = object.value(forKey: attribute.name) }
                for relationship in object.entity.relationships {
                    for destination in object.destinations(relationship.name) {
                        guard let inverse = relationship.inverseName else { continue }
                        #expect(
                            destination.destinations(inverse).contains(object), comment,
                            sourceLocation: sourceLocation)
                    }
                }
            }
        }
    }
}

extension ManagedObject {
    /// The destinations of any relationship, in order where it has one.
    public func destinations(_ key: String) -> [ManagedObject] {
        switch value(forKey: key) {
        case let object as ManagedObject: [object]
        case let set as Set<ManagedObject>: Array(set)
        case let list as [ManagedObject]: list
        default: []
        }
    }
}
