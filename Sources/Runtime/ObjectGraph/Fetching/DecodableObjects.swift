/// Objects that are decoded together: what a fetch has found, or the destinations of a relationship of such objects.
///
/// When a value needs the destinations of a relationship, they are read for all objects at once, so decoding asks a
/// store once for each relationship, however many objects there are.
final class DecodableObjects {
    /// Where values beyond those of the objects themselves are.
    private enum Source {
        /// In a committed state, without objects.
        case state(CommittedState)
        /// In a context with changes.
        case context(ManagedObjectContext)
    }

    /// The destinations of a relationship of all objects.
    private struct Destinations {
        /// For each object, in order; empty for an object without the relationship.
        var references: [[ObjectReference]]
        /// The destinations, once a value needs more than their identities.
        var objects: (DecodableObjects, places: [ObjectReference: Int])?
    }

    /// What a coding key stands for.
    enum Property {
        case attribute(Int)
        case relationship(RelationshipDescription)
        case objectID
        /// Another entity that was fetched with this one has it.
        case absent
    }

    /// The entity of the fetch, or the destination of the relationship.
    let entity: EntityDescription
    let model: ManagedObjectModel
    private let source: Source
    private let layout: GraphLayout
    /// The objects as rows, or as objects of a context.
    private let rows: [Row]
    private let objects: [ManagedObject]
    private var destinations: [String: Destinations] = [:]
    /// The type that is decoded from what the fetch has found.
    let decodedType: Any.Type
    /// What all objects of the fetch share.
    private let progress: DecodingProgress

    /// The properties that a value has read from an object of an entity, in order. Values of the same type read the
    /// same ones, so looking them up takes no hashing.
    private struct AskedProperties {
        var properties: [(name: String, property: Property)] = []
        var next = 0
    }

    private var asked = AskedProperties()
    private var askedOfOthers: [ObjectIdentifier: AskedProperties] = [:]
    private var lastEntity: EntityDescription?

    /// Rows of a committed state, of an entity or of entities that inherit from it.
    ///
    /// - Parameters:
    ///   - type: The type that is decoded from what the fetch has found.
    ///   - progress: That of the objects that lead to these; nil for the results of a fetch.
    init(
        _ rows: [Row], of state: CommittedState, _ entity: EntityDescription, in model: ManagedObjectModel,
        as type: Any.Type, _ progress: DecodingProgress? = nil
    ) {
        decodedType = type
        self.progress = progress ?? DecodingProgress()
        source = .state(state)
        layout = state.layout
        self.rows = rows
        objects = []
        self.entity = entity
        self.model = model
    }

    /// Objects of a context, of an entity or of entities that inherit from it.
    init(
        _ objects: [ManagedObject], in context: ManagedObjectContext, _ entity: EntityDescription,
        as type: Any.Type, _ progress: DecodingProgress? = nil
    ) {
        decodedType = type
        self.progress = progress ?? DecodingProgress()
        source = .context(context)
        layout = context.layout
        rows = []
        self.objects = objects
        self.entity = entity
        model = context.managedObjectModel
    }

    var count: Int { rows.count + objects.count }

    /// The entity of an object itself.
    func entity(at place: Int) -> EntityDescription {
        objects.isEmpty ? layout.entities[rows[place].reference.entityOrdinal] : objects[place].entity
    }

    func objectID(at place: Int) -> ObjectID {
        objects.isEmpty ? layout.objectID(for: rows[place].reference) : objects[place].objectID
    }

    /// The value of an attribute, by its index in the object's entity. A transient one has its default, as that of an
    /// object that was just fetched.
    func value(at place: Int, attribute index: Int) -> AttributeValue {
        guard objects.isEmpty else { return objects[place].value(at: index) }
        let value = rows[place].value(at: index)
        guard value.isNull else { return value }
        let entity = entity(at: place)
        return entity.isTransient(attribute: index) ? entity.defaultValues[index] : value
    }

    /// Notes that an object becomes part of a value.
    ///
    /// - Throws: `CancellationError` if the work is canceled: few objects can be parts of very many values.
    func noteObject() throws { try progress.note() }

    /// What a name stands for in an object of an entity.
    ///
    /// - Throws: ``FetchError`` for a property that no fetched entity has.
    func property(_ name: String, of owner: EntityDescription) throws -> Property {
        if lastEntity !== owner {
            if let lastEntity { askedOfOthers[ObjectIdentifier(lastEntity)] = asked }
            lastEntity = owner
            asked = askedOfOthers[ObjectIdentifier(owner)] ?? AskedProperties()
        }
        let next = asked.next < asked.properties.count ? asked.next : 0
        if next < asked.properties.count, asked.properties[next].name == name {
            asked.next = next + 1
            return asked.properties[next].property
        }
        // Whether an optional value is nil is asked before the value.
        if asked.next > 0, asked.properties[asked.next - 1].name == name {
            return asked.properties[asked.next - 1].property
        }
        if let place = asked.properties.firstIndex(where: { $0.name == name }) {
            asked.next = place + 1
            return asked.properties[place].property
        }
        let found = try find(name, of: owner)
        asked.properties.append((name, found))
        asked.next = asked.properties.count
        return found
    }

    private func find(_ name: String, of owner: EntityDescription) throws -> Property {
        if let index = owner.attributeIndexes[name] { return .attribute(index) }
        if let relationship = owner.relationship(named: name) { return .relationship(relationship) }
        if name == "objectID" { return .objectID }
        let isElsewhere = entity.concreteFamilyNames.contains { member in
            let other = model.entitiesByName[member]
            return other?.attribute(named: name) != nil || other?.relationship(named: name) != nil
        }
        guard isElsewhere else { throw FetchError.unknownProperty(name, of: entity) }
        return .absent
    }

    /// The identities of an object's destinations: in order, or sorted if the relationship is unordered.
    ///
    /// - Throws: The error of the store that is queried.
    func destinationIDs(at place: Int, of relationship: RelationshipDescription) throws -> [ObjectID] {
        try read(relationship.name).references[place].map(layout.objectID)
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
        switch source {
        case .state(let state): references = try self.references(of: name, in: state)
        case .context(let context):
            let owners = objects.filter { $0.entity.relationship(named: name) != nil }
            try progress.checkIsRead(name, of: owners, entity, in: context)
            try context.load(owners, relationshipKeyPaths: [name])
            references = objects.map { object in
                guard let relationship = object.entity.relationship(named: name) else { return [] }
                return ordered(object.livingReferences(of: relationship), relationship)
            }
        }
        let found = Destinations(references: references)
        destinations[name] = found
        return found
    }

    private func references(of name: String, in state: CommittedState) throws -> [[ObjectReference]] {
        let relationships = rows.map { layout.entities[$0.reference.entityOrdinal].relationship(named: name) }
        try DeferredLinks.read(
            zip(rows, relationships).compactMap { row, relationship in
                relationship.flatMap { row.knownLinks(at: $0.index).deferred }
            })
        return try zip(rows, relationships).map { row, relationship in
            guard let relationship else { return [] }
            // Objects in memory can refer to deleted ones. A store that is queried refers only to objects that exist.
            let living = try row.readLinks(at: relationship.index).references.filter {
                state.reader(of: $0) != nil || state.columns.row(of: $0) != nil
            }
            return ordered(living, relationship)
        }
    }

    /// Sorts the destinations of an unordered relationship, so that equal relationships have equal values.
    private func ordered(
        _ references: [ObjectReference], _ relationship: RelationshipDescription
    ) -> [ObjectReference] {
        guard !relationship.isOrdered, references.count > 1 else { return references }
        return references.map { ($0, layout.objectID(for: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Reads destinations, each once.
    private func objects(
        for references: some Sequence<ObjectReference>, of relationship: RelationshipDescription
    ) throws -> (DecodableObjects, places: [ObjectReference: Int]) {
        var places: [ObjectReference: Int] = [:]
        let entity = model.entitiesByName[relationship.destinationName] ?? self.entity
        switch source {
        case .state(let state):
            let wanted = Array(Set(references))
            let queried = try state.queriedRows(of: wanted)
            var rows: [Row] = []
            for reference in wanted {
                guard let row = queried[reference] ?? state.columns.row(of: reference) else { continue }
                places[reference] = rows.count
                rows.append(row)
            }
            return (DecodableObjects(rows, of: state, entity, in: model, as: decodedType, progress), places)
        case .context(let context):
            var objects = Set(references).map { context.existingObject(for: $0, in: layout) }
            try context.load(objects)
            // Others may have deleted them since the relationship was read.
            objects.removeAll { $0.flags.contains(.isInaccessible) }
            for (place, object) in objects.enumerated() { places[object.reference] = place }
            return (DecodableObjects(objects, in: context, entity, as: decodedType, progress), places)
        }
    }
}

/// What all objects of a fetch have in common while values are decoded from them.
final class DecodingProgress {
    /// The number of objects between two looks at whether the work is canceled.
    private static let stride = 64

    private var count = 0
    /// Whether decoding ends at a relationship that has to be read from a store, which ``unread`` then names.
    let endsAtUnread: Bool
    /// The first relationship that has to be read, with the objects of an entity that have it.
    private(set) var unread: UnreadRelationship?

    struct UnreadRelationship {
        var name: String
        var owners: [ManagedObject]
        var entity: EntityDescription
    }

    /// Decoding has ended at a relationship that has not been read.
    private struct UnreadRelationshipError: Error {}

    init(endsAtUnread: Bool = false) { self.endsAtUnread = endsAtUnread }

    /// Notes a relationship that has to be read from a store. A type that decodes may ignore the error.
    fileprivate func checkIsRead(
        _ name: String, of owners: [ManagedObject], _ entity: EntityDescription, in context: ManagedObjectContext
    ) throws {
        guard endsAtUnread, unread != nil || context.hasUnreadDestinations(of: owners, at: name) else { return }
        unread = unread ?? UnreadRelationship(name: name, owners: owners, entity: entity)
        throw UnreadRelationshipError()
    }

    /// Notes an object.
    ///
    /// - Throws: `CancellationError` if the work is canceled.
    func note() throws {
        if count % Self.stride == 0 { try StoreCancellation.check() }
        count += 1
    }
}
