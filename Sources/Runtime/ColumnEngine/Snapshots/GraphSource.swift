import ModelExpressions

/// Reads the values of objects from a committed state, without creating instances.
///
/// Unsaved changes take precedence: those of a context, then those of its parents.
@usableFromInline
package struct GraphSource: QuerySource {
    /// An object, with its row if that is already known.
    @usableFromInline
    package struct Subject: Sendable {
        @usableFromInline
        package var reference: ObjectReference
        @usableFromInline
        package var row: Row?

        /// An object, with its row; nil if that is not known.
        @inlinable
        package init(reference: ObjectReference, row: Row?) {
            self.reference = reference
            self.row = row
        }
    }

    let state: CommittedState
    /// The unsaved changes that count, a child's before its parent's.
    private let changes: [any UnsavedChanges]
    /// The objects with the changes that count: for an object that several contexts have changed, those of the first
    /// context.
    let changedObjects: [UnsavedObject]

    /// - Parameter changes: The changes that count, a child's before its parent's.
    init(state: CommittedState, changes: [any UnsavedChanges]) {
        self.state = state
        self.changes = changes
        var objects = changes.first?.unsavedObjects ?? []
        if changes.count > 1 {
            var known = Set(objects.map(\.reference))
            for layer in changes.dropFirst() {
                objects += layer.unsavedObjects.filter { known.insert($0.reference).inserted }
            }
        }
        changedObjects = objects
    }

    /// Whether there are changes that are not stored.
    var hasChanges: Bool { !changes.isEmpty }

    /// The object with the changes that count for a reference, including a deletion; nil for one without changes.
    func changedObject(for reference: ObjectReference) -> UnsavedObject? {
        for layer in changes {
            if let object = layer.unsavedObject(for: reference) { return object }
        }
        return nil
    }

    /// The value of an attribute that counts instead of the stored one; nil if the stored one counts.
    private func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue? {
        for layer in changes {
            if let value = layer.unsavedValue(at: attribute, of: reference) { return value }
        }
        return nil
    }

    /// The table that a changed object is in, or will be when it is saved; nil if no store has its entity.
    func table(of reference: ObjectReference) -> Int? {
        guard reference.isTemporary else { return reference.entityOrdinal }
        return changes.lazy.compactMap { $0.table(ofNew: reference) }.first
    }

    /// Whether an object is stored, or new and not saved.
    ///
    /// - Throws: The error of the store that is queried.
    func exists(_ reference: ObjectReference) throws -> Bool {
        try state.row(of: reference) != nil
            || changes.contains { $0.unsavedObject(for: reference)?.change == .insertion }
    }

    @usableFromInline
    package func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject> {
        let entity = state.layout.entities[subject.reference.entityOrdinal]
        if let index = entity.attributeIndexes[key] {
            if let value = unsavedValue(at: index, of: subject.reference) { return QueryValue(value) }
            return try row(of: subject).map { QueryValue($0.value(at: index)) } ?? .null
        }
        if let relationship = entity.relationship(named: key) {
            let index = relationship.index
            let unsaved = changedObject(for: subject.reference)?.contents?.links[index]
            let links = try unsaved?.read() ?? row(of: subject)?.readLinks(at: index)
            let destinations = try (links?.references ?? []).compactMap(living)
            if relationship.isToMany { return .many(destinations.map { .object($0) }) }
            return destinations.first.map { .object($0) } ?? .null
        }
        switch key {
        case "self", "objectID": return .object(subject)
        case "entity":
            return .structure(QueryStructure(name: "entity", members: ["name": .string(entity.name)], isOpen: true))
        default: throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
    }

    @usableFromInline
    package func objectID(of subject: Subject) -> ObjectID { state.layout.objectID(for: subject.reference) }

    @usableFromInline
    package func subject(with objectID: ObjectID) throws -> Subject? {
        try state.layout.reference(for: objectID).flatMap(living)
    }

    private func row(of subject: Subject) throws -> Row? { try subject.row ?? state.row(of: subject.reference) }

    /// An object, unless it has been deleted.
    ///
    /// - Throws: The error of the store that is queried.
    func living(_ reference: ObjectReference) throws -> Subject? {
        if let object = changedObject(for: reference) {
            return object.change == .deletion ? nil : Subject(reference: reference, row: nil)
        }
        // The destination is in the store that was asked.
        if state.reader(of: reference) != nil, changes.isEmpty { return Subject(reference: reference, row: nil) }
        return try state.row(of: reference).map { Subject(reference: reference, row: $0) }
    }
}

/// Unsaved changes on top of a committed state, which take precedence over the stored values in queries.
package protocol UnsavedChanges: AnyObject {
    /// The object with its changes, which can be its deletion; nil for one without changes.
    func unsavedObject(for reference: ObjectReference) -> UnsavedObject?

    /// The value of one attribute of ``unsavedObject(for:)``, without the others; nil if the object has no values of
    /// its own.
    func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue?

    /// All objects with changes, in the order of their first change.
    var unsavedObjects: [UnsavedObject] { get }

    /// The table that a new object will be in when it is saved; nil if no store has its entity, and for an object that
    /// is not among these.
    func table(ofNew reference: ObjectReference) -> Int?
}

/// An object that has been inserted, updated or deleted, and not saved.
package struct UnsavedObject {
    /// The effect of a save.
    package enum Change {
        case insertion
        case update
        case deletion
    }

    /// The object.
    package var reference: ObjectReference
    /// The effect of a save.
    package var change: Change
    /// All values and destinations that a save would write, in the order of the entity's properties; nil for those of
    /// the stored row.
    package var contents: (values: [AttributeValue], links: [Links])?

    /// An object with its changes.
    package init(reference: ObjectReference, change: Change, contents: (values: [AttributeValue], links: [Links])?) {
        self.reference = reference
        self.change = change
        self.contents = contents
    }
}
