package import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import StoreExchange

// Changes by pages. Nothing is written before a save.
extension StudioSession {
    /// The maximum number of objects in a list of effects.
    private static let listedCount = 200

    /// Makes a change. A save tries again for some seconds while others have locked what it writes, and other pages are
    /// answered in between.
    ///
    /// - Parameters:
    ///   - page: The page that makes it. An undo of what another page has done must be confirmed.
    ///   - step: The step of another page that may be undone or redone.
    /// - Throws: ``StudioError`` or a validation error; nothing is changed. The answer contains the problems that
    ///   prevent a save.
    package func change(_ change: StudioChange, by page: String? = nil, confirming step: Int? = nil) async throws
        -> StateResponse
    {
        if let readOnlyReason { throw StudioError("The store is read-only. \(readOnlyReason)") }
        followSteps(by: nil, Self.externalChanges)
        switch change {
        case .save, .resolve: try refuseReplacedFile()
        case .undo: try refuse(steps.nextToUndo, to: "undo", by: page, confirming: step)
        case .redo: try refuse(steps.nextToRedo, to: "redo", by: page, confirming: step)
        case .discard(let digest): try refuseDiscarding(unless: digest)
        case .set, .insert, .delete, .link, .move: break
        }
        let text = text(of: change)
        var made: String?
        var cell: Cell?
        var saved = StateResponse()
        switch change {
        case .set(let id, let key, let value, let before):
            let object = try object(id)
            try refuse(key, of: object, unless: before)
            try set(value, forKey: key, of: object)
            cell = self.cell(at: key, of: object)
        case .insert(let name): made = try insert(name)
        case .delete(let ids, let digest):
            let objects = try objects(ids)
            if let digest { try refuseDeletion(of: ids, unless: digest) }
            context.performAndWait { objects.filter { !$0.isDeleted }.forEach(context.delete) }
        case .link(let id, let name, let destination, let isConnected, let before):
            let object = try object(id)
            if try !object.entity.requiredRelationship(name).isToMany { try refuse(name, of: object, unless: before) }
            try link(object, name, try self.object(destination), isConnected: isConnected)
            cell = self.cell(at: name, of: object)
        case .move(let id, let name, let destination, let place, let before):
            let object = try object(id)
            try refuse(name, of: object, unless: before)
            try move(try self.object(destination), to: place, in: name, of: object)
            cell = self.cell(at: name, of: object)
        case .undo:
            context.performAndWait { context.undo() }
            steps.undo()
        case .redo:
            context.performAndWait { context.redo() }
            steps.redo()
        case .discard:
            context.performAndWait { context.rollback() }
            contentsNumber += 1
            unseenObjectIDs = []
        case .save: saved = await save()
        case .resolve(let choices):
            let latest = latestContext()
            saved.conflicts = try newConflicts(since: choices, latest)
            guard saved.conflicts.isEmpty else { break }
            try resolve(choices, latest)
            saved = await save()
        }
        followSteps(by: page, text)
        revision += 1
        var answer = state()
        (answer.object, answer.cell) = (made, cell)
        (answer.identities, answer.problems, answer.conflicts) = (saved.identities, saved.problems, saved.conflicts)
        return answer
    }

    /// The current state.
    package func state() -> StateResponse {
        StateResponse(
            revision: revision, pendingCount: pendingCount, canUndo: context.undoHistory?.canUndo ?? false,
            canRedo: context.undoHistory?.canRedo ?? false, trouble: trouble)
    }

    private var pendingUpdates: [ManagedObject] { context.updatedObjects.filter(\.hasPersistentChangedValues) }

    private var pendingCount: Int {
        context.insertedObjects.count + pendingUpdates.count + context.deletedObjects.count
    }

    private var pendingObjects: [ManagedObject] {
        (Array(context.insertedObjects) + pendingUpdates + Array(context.deletedObjects)).sorted {
            $0.objectID < $1.objectID
        }
    }

    /// The changes that a save would write, in the order of object IDs.
    package func pending() -> PendingResponse {
        followSteps(by: nil, Self.externalChanges)
        let objects = pendingObjects
        return PendingResponse(
            changes: objects.prefix(Self.listedCount).map { object in
                PendingResponse.Change(
                    object: labels.link(to: object), kind: object.pendingChange ?? "updated",
                    properties: changes(of: object))
            }, count: objects.count, digest: digest(of: objects))
    }

    /// What tells all pending changes from others.
    var pendingDigest: String { digest(of: pendingObjects) }

    private func digest(of objects: [ManagedObject]) -> String {
        var hasher = Hasher()
        for object in objects { object.hashState(into: &hasher) }
        return String(hasher.finalize())
    }

    private func changes(of object: ManagedObject) -> [PendingResponse.Change.Property] {
        guard !object.isDeleted else { return [] }
        let before = object.committedValues(forKeys: nil)
        return object.changedValues().keys.sorted().map { key in
            PendingResponse.Change.Property(
                key: key, before: cell(before[key], of: key, object.entity),
                after: cell(object.value(forKey: key), of: key, object.entity))
        }
    }

    /// The cell of a value of an attribute or a relationship that string-keyed access returns.
    private func cell(_ value: Any?, of key: String, _ entity: EntityDescription) -> Cell {
        if let attribute = entity.attribute(named: key) {
            return value is NullValue ? .null : Cell(value, of: attribute)
        }
        let members: [ManagedObject] =
            switch value {
            case let object as ManagedObject: [object]
            case let objects as Set<ManagedObject>: objects.sorted { $0.objectID < $1.objectID }
            case let objects as [ManagedObject]: objects
            default: []
            }
        guard entity.relationship(named: key)?.isToMany == true else {
            return members.first.map { .object(labels.link(to: $0)) } ?? .null
        }
        return .objects(members.prefix(8).map(labels.link), count: members.count)
    }

    // MARK: Single changes

    /// Sets an attribute, or a member of a composite by its path.
    private func set(_ value: ChangedValue, forKey path: String, of object: ManagedObject) throws {
        var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
        let key = names.popFirst() ?? ""
        guard let attribute = object.entity.attribute(named: key) else {
            throw StudioError("'\(object.entity.name)' has no attribute '\(key)'", key: path)
        }
        guard !attribute.isDerived else { throw StudioError("'\(key)' is derived from other values", key: path) }
        guard !object.isDeleted else { throw StudioError("the object is deleted", key: path) }
        if attribute.type == .transformable, case .text(let text) = value {
            return try setTransformable(text, forKey: key, of: object)
        }
        var converted =
            try names.isEmpty
            ? self.value(value, of: attribute, path)
            : composite(object.value(forKey: key), of: attribute, with: value, at: names, path)
        try setValidated(&converted, forKey: key, of: object, path)
    }

    private func setValidated(_ value: inout Any?, forKey key: String, of object: ManagedObject, _ path: String) throws
    {
        do {
            try object.validateValue(&value, forKey: key)
        } catch let error as ValidationError {
            throw StudioError(error.message, key: path)
        }
        context.performAndWait { object.setValue(value, forKey: key) }
    }

    private func value(_ value: ChangedValue, of attribute: Attribute, _ path: String) throws -> Any? {
        guard case .text(let text) = value else { return nil }
        do {
            return try AttributeValue(.string(text), for: attribute).anyValue
        } catch {
            throw StudioError("\(attribute.type.rawValue) values are written differently: \(error.message)", key: path)
        }
    }

    /// A composite for string-keyed access, with one value replaced.
    private func composite(
        _ current: Any?, of attribute: Attribute, with value: ChangedValue, at names: ArraySlice<String>, _ path: String
    ) throws -> Any? {
        guard let name = names.first else { return try self.value(value, of: attribute, path) }
        let composite = attribute.compositeName.flatMap(model.schema.composite(named:))
        guard attribute.type == .composite, let member = composite?.attributes.first(where: { $0.name == name }) else {
            throw StudioError("'\(attribute.name)' has no member '\(name)'", key: path)
        }
        var members = current as? [String: Any] ?? [:]
        members[name] = try self.composite(members[name], of: member, with: value, at: names.dropFirst(), path)
        return members
    }

    private func setTransformable(_ text: String, forKey key: String, of object: ManagedObject) throws {
        switch TransformableText.of(object.storedValue(forKey: key)) {
        case .failure(let reason): throw StudioError(reason.description, key: key)
        case .success(let form):
            let value: AttributeValue
            do {
                value = try form.value(of: text)
            } catch {
                throw StudioError("The value is unchanged: \(error)", key: key)
            }
            context.performAndWait { object.setStoredValue(value, forKey: key) }
        }
    }

    /// Sets data to the bytes of a file.
    ///
    /// - Parameters:
    ///   - before: The value that the page has shown, of which it knows the size and the beginning; nil for any.
    ///   - page: The page that makes the change.
    /// - Throws: ``StudioError`` or a validation error; nothing is changed.
    package func setData(
        _ data: Data, forKey key: String, of id: String, before: ShownValue? = nil, by page: String? = nil
    ) throws -> StateResponse {
        if let readOnlyReason { throw StudioError("The store is read-only. \(readOnlyReason)") }
        let object = try object(id)
        guard let attribute = object.entity.attribute(named: key), attribute.type == .binary, !attribute.isDerived,
            !object.isDeleted
        else { throw StudioError("'\(key)' is not binary data that you can set", key: key) }
        followSteps(by: nil, Self.externalChanges)
        try refuse(key, of: object, unless: before)
        let text = "'\(key)' of \(labels.text(of: object))"
        var value: Any? = data
        try setValidated(&value, forKey: key, of: object, key)
        followSteps(by: page, text)
        revision += 1
        var answer = state()
        answer.cell = cell(at: key, of: object)
        return answer
    }

    private func insert(_ name: String) throws -> String {
        let entity = try entity(name)
        guard !entity.isAbstract else { throw StudioError("'\(name)' is abstract; choose one of its descendants") }
        let object = context.performAndWait { context.insertNewObject(forEntityName: name) }
        return object.objectID.uriRepresentation().absoluteString
    }

    private func link(_ object: ManagedObject, _ name: String, _ destination: ManagedObject, isConnected: Bool) throws {
        let relationship = try object.entity.requiredRelationship(name)
        guard !object.isDeleted, !destination.isDeleted else { throw StudioError("the object is deleted", key: name) }
        guard destination.entity.isKindOf(entityNamed: relationship.destinationName) else {
            throw StudioError(
                "'\(name)' points to \(relationship.destinationName), not to \(destination.entity.name)", key: name)
        }
        context.performAndWait {
            switch (relationship.isToMany, relationship.isOrdered) {
            case (false, _): object.setValue(isConnected ? destination : nil, forKey: name)
            case (true, false):
                let members = object.mutableSetValue(forKey: name)
                if isConnected { members.insert(destination) } else { members.remove(destination) }
            case (true, true):
                let members = object.mutableOrderedSetValue(forKey: name)
                if isConnected { members.append(destination) } else { members.remove(destination) }
            }
        }
    }

    /// Moves a destination of an ordered relationship. A place after the last one is the last one.
    private func move(_ destination: ManagedObject, to place: Int, in name: String, of object: ManagedObject) throws {
        let relationship = try object.entity.requiredRelationship(name)
        guard relationship.isToMany, relationship.isOrdered else {
            throw StudioError("'\(name)' has no order", key: name)
        }
        guard !object.isDeleted else { throw StudioError("the object is deleted", key: name) }
        var members = object.objectIDs(forRelationshipNamed: name)
        guard let start = members.firstIndex(of: destination.objectID) else {
            throw StudioError("'\(name)' does not contain \(labels.text(of: destination))", key: name)
        }
        members.remove(at: start)
        members.insert(destination.objectID, at: min(max(place, 0), members.count))
        let moved = members.map { context.object(with: $0) }
        context.performAndWait { object.setValue(moved, forKey: name) }
    }

    // MARK: Deleting

    /// The effects of a deletion, which a temporary context determines.
    ///
    /// - Throws: ``StudioError``.
    package func deletion(of ids: [String]) throws -> DeletionResponse {
        let named = try objects(ids)
        let trial = ManagedObjectContext(parent: context)
        trial.shouldDeleteUnreadableFaults = true
        let before = Set(context.deletedObjects.map(\.objectID))
        let counterparts = named.map(trial.counterpart(of:))
        trial.performAndWait { counterparts.forEach(trial.delete) }
        let namedIDs = Set(named.map(\.objectID))
        let gone = trial.deletedObjects.filter { !before.contains($0.objectID) }
            .sorted { left, right in
                let (isLeft, isRight) = (namedIDs.contains(left.objectID), namedIDs.contains(right.objectID))
                return isLeft == isRight ? left.objectID < right.objectID : isLeft
            }
        var problems: [StateResponse.Problem] = []
        for object in gone {
            do {
                try object.validateForDelete()
            } catch {
                problems += self.problems(error, of: original(of: object))
            }
        }
        let affected = trial.updatedObjects.sorted { $0.objectID < $1.objectID }
        return DeletionResponse(
            objects: gone.prefix(Self.listedCount).map { labels.link(to: original(of: $0)) }, count: gone.count,
            affected: affected.prefix(Self.listedCount).map { labels.link(to: original(of: $0)) }, problems: problems,
            digest: digest(of: (gone + affected).map { original(of: $0) }))
    }

    private func original(of object: ManagedObject) -> ManagedObject { context.object(with: object.objectID) }

    // MARK: Saving

    /// Saves, or reports the problems and keeps the pending changes.
    private func save() async -> StateResponse {
        let end = ContinuousClock.now + store.lockWait
        while true {
            do {
                return try saveUnlessLocked()
            } catch {
                guard ContinuousClock.now < end else { return StateResponse(problems: problems(error)) }
                // An attempt takes as long as the store waits for a lock. Others are answered now.
                try? await Task.sleep(for: Self.pauseBetweenAttempts)
            }
        }
    }

    private static let pauseBetweenAttempts = Duration.milliseconds(50)

    /// Saves, or reports the problems and keeps the pending changes.
    ///
    /// - Throws: The error of a store in which others have locked what the save writes.
    private func saveUnlessLocked() throws(StoreError) -> StateResponse {
        var answer = StateResponse()
        let unseen = unseenObjectIDs.filter { context.object(with: $0).hasChanges }.sorted()
        guard unseen.isEmpty else {
            answer.conflicts = conflicts(unseen, latestContext())
            return answer
        }
        let new = context.insertedObjects.map { ($0, $0.objectID.uriRepresentation().absoluteString) }
        do {
            try context.save()
            for (object, id) in new {
                answer.identities[id] = object.objectID.uriRepresentation().absoluteString
                savedObjectIDs[id] = object.objectID
            }
            // Saves by others must not be mistaken for this save: what they save from now on changes the files again.
            noteOwnSave()
            takeInOthersChanges()
            unseenObjectIDs = []
        } catch let error as MergeConflictError {
            answer.conflicts = conflicts(error.objectIDs, latestContext())
        } catch let error as ConstraintConflictError {
            answer.problems = error.conflicts.map { conflict in
                let link = conflict.conflictingObjectIDs.first.map { labels.link(to: context.object(with: $0)) }
                return StateResponse.Problem(object: link, key: conflict.constraint.first, text: "\(conflict)")
            }
        } catch let error as StoreError where [.contention, .inUse].contains(error.code) {
            throw error
        } catch {
            answer.problems = problems(error)
        }
        return answer
    }

    /// The problems that an error reports, with the object and the property if it names them.
    ///
    /// - Parameter object: The object of an error that names none.
    private func problems(_ error: any Error, of object: ManagedObject? = nil) -> [StateResponse.Problem] {
        switch error {
        case let error as ValidationError: [problem(error)]
        case let errors as ValidationErrors: errors.errors.map(problem)
        default: [StateResponse.Problem(object: object.map(labels.link), text: "\(error)")]
        }
    }

    private func problem(_ error: ValidationError) -> StateResponse.Problem {
        StateResponse.Problem(
            object: labels.link(to: context.object(with: error.objectID)), key: error.key, text: error.message)
    }

    /// A context that is up to date with the saves of other processes.
    private func latestContext() -> ManagedObjectContext {
        let latest = Self.newContext(of: container)
        latest.reset()
        return latest
    }

    /// The changes of some objects on both sides.
    private func conflicts(_ objectIDs: [ObjectID], _ latest: ManagedObjectContext) -> [StateResponse.Conflict] {
        objectIDs.map { objectID in
            let mine = context.object(with: objectID)
            var hasher = Hasher()
            mine.hashState(into: &hasher)
            guard let theirs = try? latest.existingObject(with: objectID) else {
                return StateResponse.Conflict(
                    object: labels.link(to: mine), isGone: true, isDeletedHere: mine.isDeleted, properties: [],
                    digest: String(hasher.finalize()))
            }
            theirs.hashState(into: &hasher)
            let before = mine.committedValues(forKeys: nil)
            let changed = mine.isDeleted ? [] : mine.changedValues().keys.sorted()
            return StateResponse.Conflict(
                object: labels.link(to: theirs), isGone: false, isDeletedHere: mine.isDeleted,
                properties: changed.map { key in
                    StateResponse.Conflict.Property(
                        key: key, mine: cell(mine.value(forKey: key), of: key, mine.entity),
                        theirs: cell(theirs.value(forKey: key), of: key, mine.entity),
                        before: cell(before[key], of: key, mine.entity))
                }, digest: String(hasher.finalize()))
        }
    }

    /// The present conflicts of the objects that a page has chosen values for, if they are not the ones that it has
    /// shown: others may have saved again, or another tab may have changed an object.
    ///
    /// - Throws: ``StudioError`` for an unknown object.
    private func newConflicts(
        since choices: [StudioChange.Choice], _ latest: ManagedObjectContext
    ) throws -> [StateResponse.Conflict] {
        let known = choices.filter { $0.digest != nil }
        let present = conflicts(try known.map { try storedObjectID($0.object) }, latest)
        guard zip(known, present).contains(where: { $0.digest != $1.digest }) else { return [] }
        return try zip(known, present).filter { try context.object(with: storedObjectID($0.0.object)).hasChanges }
            .map(\.1)
    }

    private func storedObjectID(_ id: String) throws -> ObjectID {
        guard let uri = URL(string: id),
            let objectID = container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
        else { throw StudioError("the store has no object '\(id)'") }
        return objectID
    }

    /// Applies changes to the values that others have saved, except for the properties that take those values.
    ///
    /// - Parameter latest: The context with which the choices were compared. An object that others have saved since
    ///   then keeps its changes, and a choice is needed again before a save.
    /// - Throws: ``StudioError``; nothing is changed.
    private func resolve(_ choices: [StudioChange.Choice], _ latest: ManagedObjectContext) throws {
        var chosen: [(objectID: ObjectID, keys: [String])] = []
        for choice in choices {
            let objectID = try storedObjectID(choice.object)
            let theirs = try? latest.existingObject(with: objectID)
            for key in choice.theirs {
                guard let theirs, theirs.entity.relationship(named: key) != nil else { continue }
                for memberID in theirs.objectIDs(forRelationshipNamed: key) {
                    let member = context.object(with: memberID)
                    guard member.isDeleted else { continue }
                    throw StudioError(
                        "'\(key)' points to \(labels.text(of: member)), which is deleted here; undo that first",
                        key: key)
                }
            }
            chosen.append((objectID, choice.theirs))
        }
        contentsNumber += 1
        for (objectID, keys) in chosen {
            let object = context.object(with: objectID)
            guard let theirs = try? latest.existingObject(with: objectID) else {
                context.refresh(object, mergeChanges: false)
                continue
            }
            context.refresh(object, mergeChanges: true)
            guard object.storedVersion == theirs.storedVersion else {
                unseenObjectIDs.insert(objectID)
                continue
            }
            unseenObjectIDs.remove(objectID)
            for key in keys where !object.isDeleted { take(key, of: theirs, into: object) }
        }
        context.processPendingChanges()
    }

    private func take(_ key: String, of theirs: ManagedObject, into object: ManagedObject) {
        guard let relationship = object.entity.relationship(named: key) else {
            if object.entity.attribute(named: key) != nil { object.setValue(theirs.value(forKey: key), forKey: key) }
            return
        }
        let members = theirs.objectIDs(forRelationshipNamed: key).map(context.object(with:))
        let value: Any? =
            if !relationship.isToMany { members.first } else if relationship.isOrdered { members } else { Set(members) }
        object.setValue(value, forKey: key)
    }
}
