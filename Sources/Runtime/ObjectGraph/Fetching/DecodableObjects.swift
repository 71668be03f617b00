/// Objects that are decoded together: what a fetch has found, or the destinations of a relationship of such objects.
///
/// When a value needs the destinations of a relationship, they are read for all objects at once, so decoding asks a
/// store once for each relationship, however many objects there are.
final class DecodableObjects {
    /// Where the values are.
    private enum Members {
        /// In a committed state, without objects.
        case rows([Row], CommittedState)
        /// In a context with changes.
        case objects([ManagedObject], ManagedObjectContext)
    }

    /// The destinations of a relationship of all objects.
    private struct Destinations {
        /// For each object, in order; empty for an object without the relationship.
        var references: [[ObjectReference]]
        /// The destinations, once a value needs more than their identities.
        var objects: (DecodableObjects, places: [ObjectReference: Int])?
    }

    /// The entity that was fetched, or that the relationship leads to.
    let entity: EntityDescription
    let model: ManagedObjectModel
    private let members: Members
    private var destinations: [String: Destinations] = [:]

    /// Rows of a committed state, of an entity or of entities that inherit from it.
    init(_ rows: [Row], of state: CommittedState, _ entity: EntityDescription, in model: ManagedObjectModel) {
        members = .rows(rows, state)
        self.entity = entity
        self.model = model
    }

    /// Objects of a context, of an entity or of entities that inherit from it.
    init(_ objects: [ManagedObject], in context: ManagedObjectContext, _ entity: EntityDescription) {
        members = .objects(objects, context)
        self.entity = entity
        model = context.managedObjectModel
    }

    var count: Int {
        switch members {
        case .rows(let rows, _): rows.count
        case .objects(let objects, _): objects.count
        }
    }

    /// The entity of an object itself.
    func entity(at place: Int) -> EntityDescription {
        switch members {
        case .rows(let rows, let state): state.layout.entities[rows[place].reference.entityOrdinal]
        case .objects(let objects, _): objects[place].entity
        }
    }

    func objectID(at place: Int) -> ObjectID {
        switch members {
        case .rows(let rows, let state): state.layout.objectID(for: rows[place].reference)
        case .objects(let objects, _): objects[place].objectID
        }
    }

    /// The value of an attribute, by its index in the object's entity.
    func value(at place: Int, attribute index: Int) -> AttributeValue {
        switch members {
        case .rows(let rows, _): rows[place].value(at: index)
        case .objects(let objects, _): objects[place].value(at: index)
        }
    }

    /// The identities of an object's destinations: in order, or sorted if the relationship is unordered.
    ///
    /// - Throws: The error of the store that is queried.
    func destinationIDs(at place: Int, of relationship: RelationshipDescription) throws -> [ObjectID] {
        let references = try read(relationship.name).references[place]
        return switch members {
        case .rows(_, let state): references.map(state.layout.objectID)
        case .objects(_, let context): references.map(context.objectID)
        }
    }

    /// An object's destinations, as the places of those objects: in order, or sorted if the relationship is unordered.
    ///
    /// - Throws: The error of the store that is queried.
    func destinations(
        at place: Int, of relationship: RelationshipDescription
    ) throws -> (objects: DecodableObjects, places: [Int]) {
        var found = try read(relationship.name)
        if found.objects == nil {
            found.objects = try objects(for: found.references.joined(), of: relationship)
            destinations[relationship.name] = found
        }
        guard let (objects, places) = found.objects else { return (self, []) }
        return (objects, found.references[place].compactMap { places[$0] })
    }

    // MARK: Reading

    /// Reads a relationship of all objects that have it.
    private func read(_ name: String) throws -> Destinations {
        if let known = destinations[name] { return known }
        let references: [[ObjectReference]]
        switch members {
        case .rows(let rows, let state): references = try Self.references(of: name, from: rows, in: state)
        case .objects(let objects, let context):
            let owners = objects.filter { $0.entity.relationship(named: name) != nil }
            try context.load(owners, relationshipKeyPaths: [name])
            references = objects.map { object in
                guard let relationship = object.entity.relationship(named: name) else { return [] }
                return Self.ordered(object.livingReferences(of: relationship), relationship, context.objectID)
            }
        }
        let found = Destinations(references: references)
        destinations[name] = found
        return found
    }

    private static func references(
        of name: String, from rows: [Row], in state: CommittedState
    ) throws -> [[ObjectReference]] {
        let layout = state.layout
        let relationships = rows.map { layout.entities[$0.reference.entityOrdinal].relationship(named: name) }
        try DeferredLinks.read(
            zip(rows, relationships).compactMap { row, relationship in
                relationship.flatMap { row.knownLinks(at: $0.index).deferred }
            })
        return try zip(rows, relationships).map { row, relationship in
            guard let relationship else { return [] }
            // Objects in memory can refer to deleted ones. What a store is asked for exists.
            let living = try row.readLinks(at: relationship.index).references.filter {
                state.reader(of: $0) != nil || state.columns.row(of: $0) != nil
            }
            return ordered(living, relationship, layout.objectID)
        }
    }

    /// Sorts the destinations of an unordered relationship, so that equal relationships have equal values.
    private static func ordered(
        _ references: [ObjectReference], _ relationship: RelationshipDescription,
        _ objectID: (ObjectReference) -> ObjectID
    ) -> [ObjectReference] {
        guard !relationship.isOrdered, references.count > 1 else { return references }
        return references.map { ($0, objectID($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Reads destinations, each once.
    private func objects(
        for references: some Sequence<ObjectReference>, of relationship: RelationshipDescription
    ) throws -> (DecodableObjects, places: [ObjectReference: Int]) {
        var places: [ObjectReference: Int] = [:]
        let entity = model.entitiesByName[relationship.destinationName] ?? self.entity
        switch members {
        case .rows(_, let state):
            let wanted = Array(Set(references))
            let queried = try state.queriedRows(of: wanted)
            var rows: [Row] = []
            for reference in wanted {
                guard let row = queried[reference] ?? state.columns.row(of: reference) else { continue }
                places[reference] = rows.count
                rows.append(row)
            }
            return (DecodableObjects(rows, of: state, entity, in: model), places)
        case .objects(_, let context):
            let objects = Set(references).map { context.existingObject(for: $0, in: context.layout) }
            try context.load(objects)
            for (place, object) in objects.enumerated() { places[object.reference] = place }
            return (DecodableObjects(objects, in: context, entity), places)
        }
    }
}
