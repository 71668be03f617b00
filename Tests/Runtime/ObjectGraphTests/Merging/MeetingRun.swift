import Foundation
import JSONStore
import ModelExpressions
import ObjectGraph
import TestSupport

/// A session under way.
final class MeetingRun {
    /// A context, the children on top of it, and the objects that a program would hold.
    private final class Worker {
        var contexts: [ManagedObjectContext]
        /// Of the topmost context.
        var held: [ManagedObject] = []
        /// What was held in the contexts below.
        var heldBelow: [[ManagedObject]] = []
        var policy: MergePolicy.MergeType
        /// A save that has written, and that the context has not completed yet.
        var save: SaveInProgress?
        /// The policy when the save began.
        var policyOfSave = MergePolicy.MergeType.error
        /// What the context showed before the save began, which it shows again if the save fails.
        var agreementBeforeSave: MeetingAgreement?
        /// Whether the last step began the save.
        var isNewSave = false

        init(_ context: ManagedObjectContext, _ policy: MergePolicy.MergeType) {
            contexts = [context]
            self.policy = policy
            context.mergePolicy = MergePolicy(policy)
        }

        var top: ManagedObjectContext { contexts[contexts.count - 1] }

        /// The objects that can still be used.
        var usable: [ManagedObject] {
            held = held.filter { $0.managedObjectContext === top && !$0.isDeleted }
            return held
        }
    }

    private let session: MeetingSession
    private let file: URL?
    /// The store that fails now and then, and what it did not say by throwing.
    private let failures: MeetingFailures?
    private var container: PersistentContainer
    private var workers: [Worker] = []
    private var program: [String] = []
    private var problem: String?
    /// The names of objects in the program.
    private var names: [ObjectID: String] = [:]
    private var lastName = 0
    /// Links and objects that anybody has wanted to be gone, or given up.
    private var unwanted: Set<String> = []
    private var unwantedObjects: Set<ObjectID> = []
    /// Objects that a context has deleted, whose identities may become permanent later.
    private var deletedObjects: [ManagedObject] = []
    private var contents: GraphContents

    init(_ session: MeetingSession, file: URL?) throws {
        self.session = session
        self.file = file
        failures =
            session.place.fails ? MeetingFailures(hasCapabilities: session.place == .failingDatabase) : nil
        container = try failures?.openContainer() ?? Self.open(file)
        contents = try GraphContents(container.persistentStoreCoordinator)
        for (index, policy) in session.policies.enumerated() {
            let context = container.newContext()
            if index == 0 { context.undoHistory = UndoHistory() }
            if index % 2 == 1 { context.automaticallyMergesChangesFromParent = true }
            workers.append(Worker(context, policy))
            failures?.observe(context)
            program.append("// c\(index): \(policy)\(index == 0 ? ", undo" : index % 2 == 1 ? ", follows" : "")")
        }
        try populate()
    }

    private var entities: [EntityDescription] {
        session.entityNames.compactMap { MeetingModel.model.entitiesByName[$0] }
    }

    /// Saves some objects, and lets every context have them.
    private func populate() throws {
        let context = container.newContext()
        for entity in entities + entities {
            let object = context.insertNewObject(forEntityName: entity.name)
            if entity.name == "Passport" {
                let person = context.insertedObjects.filter { $0.entity.name == "Person" }
                    .sorted { $0.objectID < $1.objectID }.first { $0.value(forKey: "passport") == nil }
                object.setValue(person, forKey: "master")
            }
            if entity.name == "Crew" {
                let person = context.insertedObjects.filter { $0.entity.name == "Person" }
                    .sorted { $0.objectID < $1.objectID }.first { $0.value(forKey: "crew") == nil }
                person?.setValue(object, forKey: "crew")
            }
        }
        let objects = context.insertedObjects.sorted { $0.objectID < $1.objectID }
        try context.save()
        for object in objects { program.append("let \(name(object)) = insert(\"\(object.entity.name)\")") }
        for worker in workers { worker.held = objects.map { worker.top.object(with: $0.objectID) } }
        contents = try GraphContents(container.persistentStoreCoordinator)
        if let first = contents.contradictions.first { problem = first }
    }

    private static func open(_ file: URL?) throws -> PersistentContainer {
        guard let file else { return try PersistentContainer(model: MeetingModel.model, store: .tested) }
        return try PersistentContainer(
            model: MeetingModel.model, store: .json(at: file, options: JSONStoreOptions(durability: .off)))
    }

    func takeSteps() -> MeetingSession.Failure? {
        for step in session.steps {
            let worker = workers[step.context % workers.count]
            let before = MeetingAgreement(of: worker.top, isResident: session.place.isResident)
            let hadSave = worker.save != nil
            do {
                if hadSave {
                    giveUpChangesByPolicy(worker)
                    // By the identities that they have before an undo.
                    unwantedObjects.formUnion(deletedObjects.map(\.objectID))
                }
                try take(step, worker)
                try complete(worker, step.choices)
            } catch {
                problem = problem ?? "unexpected error: \(error)"
            }
            if !hadSave, worker.save != nil { worker.agreementBeforeSave = before }
            if problem == nil { checkAgreement(of: worker, after: step.kind, since: before) }
            if worker.save == nil { worker.agreementBeforeSave = nil }
            if let problem { return MeetingSession.Failure(problem: problem, program: program) }
        }
        for worker in workers { worker.save?.complete() }
        reopen()
        return problem.map { MeetingSession.Failure(problem: $0, program: program) }
    }

    /// Expects the file to hold what was seen last.
    private func reopen() {
        guard file != nil else { return }
        do {
            let before = try GraphContents(container.persistentStoreCoordinator)
            workers = []
            names = [:]
            container = try PersistentContainer(model: MeetingModel.model, store: .tested)
            container = try Self.open(file)
            if try GraphContents(container.persistentStoreCoordinator) != before {
                problem = "the reopened file differs from what was seen last"
            }
        } catch {
            problem = "the store cannot be opened again: \(error)"
        }
    }

    // MARK: - Steps

    private func take(_ step: MeetingSession.Step, _ worker: Worker) throws {
        let choices = step.choices
        switch step.kind {
        case .insert: insert(worker, choices)
        case .setNumber: set("number", Int64(choices[1] % 10), worker, choices)
        case .setName: set("name", ["X", "Ý", "z"][choices[1] % 3], worker, choices)
        case .link, .linkAgain: link(worker, choices)
        case .unlink: unlink(worker, choices)
        case .move: move(worker, choices)
        case .delete: try delete(worker, choices)
        case .save where worker.top.parent == nil && worker.save == nil && choices[3] % 3 == 0:
            try beginSave(worker, choices)
        case .save, .saveAgain: try save(worker, choices)
        case .refresh:
            guard let object = pick(worker.usable, choices[0]) else { return }
            note(worker, "refresh(\(name(object)), mergeChanges: \(choices[1] % 3 > 0))")
            if choices[1] % 3 == 0 { unwantLinks(of: object) }
            try call(worker, choices, reportsErrors: true) {
                worker.top.refresh(object, mergeChanges: choices[1] % 3 > 0)
            }
        case .refreshAll:
            note(worker, "refreshAllObjects()")
            try call(worker, choices, reportsErrors: true) { worker.top.refreshAllObjects() }
        case .rollback:
            guard choices[0] % 3 == 0 || worker.top.parent != nil else { return }
            note(worker, "rollback()")
            giveUpChanges(worker)
            try call(worker, choices, reportsErrors: true) { worker.top.rollback() }
        case .undo:
            guard worker.top.undoHistory?.canUndo == true else { return }
            note(worker, "undo()")
            unwantEverything(worker)
            try call(worker, choices, reportsErrors: true) { worker.top.undo() }
            unwantEverything(worker)
        case .redo:
            guard worker.top.undoHistory?.canRedo == true else { return }
            note(worker, "redo()")
            unwantEverything(worker)
            try call(worker, choices, reportsErrors: true) { worker.top.redo() }
            unwantEverything(worker)
        case .beginChild: beginChild(worker)
        case .endChild:
            guard worker.top.parent != nil else { return }
            try save(worker, choices)
            if !worker.top.hasChanges { leaveChild(worker, "// child saved, and dropped") }
        case .dropChild:
            guard worker.top.parent != nil else { return }
            giveUpChanges(worker)
            leaveChild(worker, "// child dropped")
        case .look: try look(worker, choices)
        case .setPolicy:
            let types = MergePolicy.MergeType.allCases
            worker.policy = types[choices[0] % types.count]
            note(worker, "mergePolicy = .\(worker.policy)")
            for context in worker.contexts { context.mergePolicy = MergePolicy(worker.policy) }
        case .follow:
            worker.top.automaticallyMergesChangesFromParent.toggle()
            note(worker, "automaticallyMergesChangesFromParent = \(worker.top.automaticallyMergesChangesFromParent)")
        case .process:
            note(worker, "processPendingChanges()")
            try call(worker, choices, reportsErrors: true) { worker.top.processPendingChanges() }
        case .reset:
            guard choices[0] % 8 == 0, worker.top.parent == nil else { return }
            note(worker, "reset()")
            giveUpChanges(worker)
            worker.top.reset()
            worker.held = []
        case .batchUpdate, .batchDelete, .batchInsert: try batch(step.kind, worker, choices)
        }
    }

    /// Expects both sides of every relationship to agree in the context. What it has read before others saved may
    /// disagree with what it reads afterwards, but a step that reads nothing adds to this nowhere.
    private func checkAgreement(
        of worker: Worker, after kind: MeetingSession.Kind, since before: MeetingAgreement
    ) {
        switch kind {
        case .save, .saveAgain, .refreshAll: break
        case .refresh where !othersHaveSaved: break
        case .undo where !othersHaveSaved, .redo where !othersHaveSaved: break
        default: return
        }
        // To read what a save in progress has not read yet completes the save.
        guard worker.top === before.context, worker.save == nil else { return }
        let disagreements = MeetingAgreement(of: worker.top, isResident: session.place.isResident).disagreements(
            since: before
        )
        .filter { !$0.isOfParent && worker.agreementBeforeSave?.disagrees($0) != true }.sorted {
            $0.objectID < $1.objectID
        }
        guard let first = disagreements.first else { return }
        problem = "after \(kind), \(name(first.object)).\(first.key) does not agree with \(name(first.other))"
    }

    /// Whether more than one context saves, so that some may have read older values.
    private var othersHaveSaved: Bool { workers.count > 1 }

    private func insert(_ worker: Worker, _ choices: [Int]) {
        let entity = entities[choices[0] % entities.count]
        let object = worker.top.insertNewObject(forEntityName: entity.name)
        worker.held.append(object)
        note(worker, "insert(\"\(entity.name)\")", as: object)
        if entity.name == "Passport", let person = pick(worker.usable.filter { $0.entity.name == "Person" }, choices[1])
        {
            note(worker, "\(name(object)).master = \(name(person))")
            object.setValue(person, forKey: "master")
        }
    }

    private func set(_ key: String, _ value: any Sendable, _ worker: Worker, _ choices: [Int]) {
        guard let object = pick(worker.usable, choices[0]) else { return }
        note(worker, "\(name(object)).\(key) = \(value)")
        object.setValue(value, forKey: key)
    }

    private func link(_ worker: Worker, _ choices: [Int]) {
        guard let object = pick(worker.usable, choices[0]),
            let relationship = pick(
                object.entity.relationships.filter { session.entityNames.contains($0.destinationName) }, choices[1]),
            let other = pick(worker.usable.filter { $0.entity.name == relationship.destinationName }, choices[2])
        else { return }
        if relationship.isToMany {
            note(worker, "\(name(object)).\(relationship.name).insert(\(name(other)))")
            object.mutableSetValue(forKey: relationship.name).insert(other)
        } else {
            note(worker, "\(name(object)).\(relationship.name) = \(name(other))")
            object.setValue(other, forKey: relationship.name)
        }
    }

    private func unlink(_ worker: Worker, _ choices: [Int]) {
        guard let object = pick(worker.usable, choices[0]),
            let relationship = pick(
                object.entity.relationships.filter { session.entityNames.contains($0.destinationName) }, choices[1])
        else { return }
        guard relationship.isToMany else {
            note(worker, "\(name(object)).\(relationship.name) = nil")
            return object.setValue(nil, forKey: relationship.name)
        }
        guard let other = pick(members(object, relationship), choices[2]) else { return }
        note(worker, "\(name(object)).\(relationship.name).remove(\(name(other)))")
        unwant(object, relationship, other)
        object.mutableSetValue(forKey: relationship.name).remove(other)
        // A save that the removal completed may have united the object with a stored one, whose ID it has now.
        unwant(object, relationship, other)
    }

    private func move(_ worker: Worker, _ choices: [Int]) {
        let ordered = worker.usable.filter { object in
            object.entity.relationships.contains { $0.isOrdered && members(object, $0).count > 1 }
        }
        guard let object = pick(ordered, choices[0]),
            let relationship = object.entity.relationships.first(where: {
                $0.isOrdered && members(object, $0).count > 1
            })
        else { return }
        var order = members(object, relationship)
        let moved = order.remove(at: choices[1] % order.count)
        order.insert(moved, at: choices[2] % (order.count + 1))
        note(worker, "\(name(object)).\(relationship.name) = [\(order.map(name).joined(separator: ", "))]")
        // Those that only others have deleted can be changed until a save decides about them.
        guard !order.contains(where: { $0.isDeleted && $0.hasChanges && !$0.isUpdated && !$0.isInserted }) else {
            problem = "\(name(object)).\(relationship.name) has a deleted member"
            return
        }
        object.setValue(order, forKey: relationship.name)
    }

    private func members(_ object: ManagedObject, _ relationship: RelationshipDescription) -> [ManagedObject] {
        switch object.value(forKey: relationship.name) {
        case let ordered as [ManagedObject]: ordered
        case let unordered as Set<ManagedObject>: unordered.sorted { $0.objectID < $1.objectID }
        case let one as ManagedObject: [one]
        default: []
        }
    }

    private func delete(_ worker: Worker, _ choices: [Int]) throws {
        guard let object = pick(worker.usable, choices[0]) else { return }
        note(worker, "delete(\(name(object)))")
        deletedObjects.append(object)
        try call(worker, choices, reportsErrors: true) { worker.top.delete(object) }
    }

    private func beginChild(_ worker: Worker) {
        guard worker.contexts.count < 3 else { return }
        let child = ManagedObjectContext(parent: worker.top)
        failures?.observe(child)
        child.mergePolicy = MergePolicy(worker.policy)
        child.automaticallyMergesChangesFromParent = worker.contexts.count == 2
        let usable = worker.usable
        worker.heldBelow.append(usable)
        worker.contexts.append(child)
        worker.held = usable.map { child.object(with: $0.objectID) }
        note(worker, "// a child begins")
    }

    private func leaveChild(_ worker: Worker, _ remark: String) {
        note(worker, remark)
        worker.contexts.removeLast()
        worker.held = worker.heldBelow.removeLast()
    }

    private func look(_ worker: Worker, _ choices: [Int]) throws {
        let entity = entities[choices[0] % entities.count]
        note(worker, "fetch(\"\(entity.name)\")")
        let known = Set(worker.held.map(ObjectIdentifier.init))
        let request = FetchRequest<ManagedObject>(entityName: entity.name)
        for object in try call(worker, choices, { try worker.top.fetch(request) })
        where !known.contains(ObjectIdentifier(object)) {
            worker.held.append(object)
        }
    }

    /// Makes a call that may ask the store, first while the store fails after some calls of it,
    /// if it is one that fails.
    ///
    /// - Parameter reportsErrors: Whether the call cannot throw, so that contexts report the error.
    private func call<Value>(
        _ worker: Worker, _ choices: [Int], reportsErrors: Bool = false, _ body: () throws -> Value
    ) throws -> Value {
        // To complete a save in progress is a change that stays.
        guard let failures, worker.save == nil else { return try body() }
        // What waits for the end of the event is applied by whatever comes first, and stays.
        for context in worker.contexts.reversed() { context.processPendingChanges() }
        let before = worker.contexts.map(MeetingFailures.view)
        switch failures.attempt(failingAfter: choices[3] % 12, reportedBy: reportsErrors ? worker.contexts : [], body) {
        case .success(let value): return value
        case .failure(let error) where error is InstrumentedStore.InjectedError:
            program[program.count - 1] += " // fails at call \(choices[3] % 12), then again:"
            let after = worker.contexts.map(MeetingFailures.view)
            if after != before { problem = "a call that failed changed \(before) to \(after)" }
            return try body()
        case .failure(let error): throw error
        }
    }

    // MARK: - Saving

    private func save(_ worker: Worker, _ choices: [Int]) throws {
        let context = worker.top
        note(worker, "save()")
        giveUpChangesByPolicy(worker)
        let before = contents
        // What a save in progress has written may have changed since.
        let written = worker.save == nil ? context.insertedObjects.union(context.updatedObjects) : []
        do {
            try call(worker, choices) { try context.save() }
        } catch let error where Self.isExpected(error) {
            program[program.count - 1] += " // throws \(type(of: error))"
            if worker.policy != .error, error is MergeConflictError || error is ConstraintConflictError {
                problem = "the policy resolves conflicts, but: \(error)"
            }
            if !context.hasChanges { problem = "a save that failed left no changes: \(error)" }
            try check(after: "a failed save", since: before)
            return
        }
        if context.parent == nil {
            if context.hasChanges { problem = "a save left changes" }
            try check(after: "a save", since: before)
            // Of an object that only others have written, a context that asks its store keeps showing what it has read.
            guard session.place.isResident else { return }
            for object in written where problem == nil { checkStored(object, in: context) }
        }
    }

    /// Begins a save that the next step of the context completes, whatever it is.
    private func beginSave(_ worker: Worker, _ choices: [Int]) throws {
        note(worker, "saveAsynchronously()")
        giveUpChangesByPolicy(worker)
        do {
            worker.save = try call(worker, choices) { try worker.top.beginSave() }
            try runCommit(of: worker, choices)
        } catch let error where Self.isExpected(error) {
            program[program.count - 1] += " // throws \(type(of: error))"
        }
        worker.policyOfSave = worker.policy
        worker.isNewSave = true
    }

    /// Completes the save that was in progress before the last step.
    private func complete(_ worker: Worker, _ choices: [Int]) throws {
        guard let save = worker.save else { return }
        if worker.isNewSave { return worker.isNewSave = false }
        worker.save = nil
        let before = contents
        do {
            try end(save, worker, choices)
        } catch let error where Self.isExpected(error) {
            program[program.count - 1] += " // the save throws \(type(of: error))"
            if worker.policyOfSave != .error, error is MergeConflictError || error is ConstraintConflictError {
                problem = "the policy resolves conflicts, but: \(error)"
            }
        }
        try check(after: "a save in progress", since: before)
    }

    /// Runs the commit of a save, of which the store may fail. The save finds out when it is completed.
    private func runCommit(of worker: Worker, _ choices: [Int]) throws {
        guard let commit = worker.save?.commit else { return }
        guard let failures else { return commit.run() }
        _ = failures.attempt(failingAfter: choices[2] % 4, reportedBy: [], commit.run)
    }

    /// Completes a save while the store fails after some calls, and saves again if it has failed.
    private func end(_ save: SaveInProgress, _ worker: Worker, _ choices: [Int]) throws {
        let completion = {
            save.complete()
            try save.result()
        }
        guard let failures else { return try completion() }
        do {
            try failures.attempt(failingAfter: choices[3] % 12, reportedBy: [], completion).get()
        } catch is InstrumentedStore.InjectedError {
            program[program.count - 1] += " // the save fails, and is repeated:"
            worker.policyOfSave = worker.policy
            try worker.contexts[0].save()
        }
    }

    private func giveUpChangesByPolicy(_ worker: Worker) {
        if worker.policy == .rollback || worker.policy == .mergeByPropertyStoreTrump { giveUpChanges(worker) }
    }

    /// Expects a fresh context to have seen what the context shows of an object that it has saved.
    private func checkStored(_ object: ManagedObject, in context: ManagedObjectContext) {
        guard object.managedObjectContext === context, !object.isDeleted else { return }
        guard let stored = contents.objects[object.objectID] else {
            problem = "\(name(object)) was saved, and is not stored"
            return
        }
        for key in object.entity.attributes.map(\.name) {
            let shown = "\(object.value(forKey: key) ?? "nil")"
            guard let value = stored.values[key], value != shown else { continue }
            problem = "\(name(object)).\(key) is stored as \(value), and shown as \(shown)"
        }
        for relationship in object.entity.relationships {
            let shown = object.objectIDs(forRelationshipNamed: relationship.name)
            let links = contents.members(object.objectID, relationship.name)
            guard relationship.isOrdered ? shown != links : Set(shown) != Set(links) else { continue }
            problem = "\(name(object)).\(relationship.name) is stored as \(links), and shown as \(shown)"
        }
    }

    private static func isExpected(_ error: any Error) -> Bool {
        error is MergeConflictError || error is ConstraintConflictError || error is ValidationError
            || error is ValidationErrors
            || error is BatchError
    }

    /// Looks at what is stored now: whether it contradicts itself, and whether what was saved before is still there.
    private func check(after event: String, since before: GraphContents) throws {
        contents = try GraphContents(container.persistentStoreCoordinator)
        if let first = contents.contradictions.first { problem = "after \(event), \(first)" }
        let gone = unwantedObjects.union(deletedObjects.map(\.objectID))
        for objectID in before.objects.keys where contents.objects[objectID] == nil && !gone.contains(objectID) {
            // Others may go along with what is deleted, or be united.
            if Self.lastingEntityNames.contains(objectID.entityName) {
                problem = problem ?? "after \(event), \(objectID) is lost"
            }
        }
        let identities = Dictionary(
            contents.objects.keys.map { ($0.uriRepresentation().description, $0) },
            uniquingKeysWith: { first, _ in first })
        for link in before.links.subtracting(contents.links) where !unwanted.contains(link) {
            let ends = link.split(separator: " ")
            let objectIDs = [ends.first, ends.last].compactMap { $0.flatMap { identities[String($0)] } }
            if objectIDs.count == 2, gone.isDisjoint(with: objectIDs) {
                problem = problem ?? "after \(event), the link \(link) is lost"
            }
        }
    }

    /// The entities whose objects go only when somebody deletes them.
    private static let lastingEntityNames: Set<String> = ["Track", "Box", "Person", "Crew", "Label"]

    private func batch(_ kind: MeetingSession.Kind, _ worker: Worker, _ choices: [Int]) throws {
        guard worker.contexts.count == 1, choices[0] % 2 == 0 else { return }
        let entity = entities[choices[1] % entities.count]
        let before = contents
        do {
            switch kind {
            case .batchUpdate:
                note(worker, "execute(BatchUpdateRequest(entityName: \"\(entity.name)\", number = \(choices[2] % 10)))")
                let request = BatchUpdateRequest(
                    entityName: entity.name, propertiesToUpdate: ["number": Int64(choices[2] % 10)])
                _ = try call(worker, choices) { try worker.top.execute(request) }
            case .batchInsert:
                note(worker, "execute(BatchInsertRequest(entityName: \"\(entity.name)\"))")
                let request = BatchInsertRequest(
                    entityName: entity.name, objects: [["number": Int64(choices[2] % 10)]])
                _ = try call(worker, choices) { try worker.top.execute(request) }
            default:
                let objectIDs = worker.usable.map(\.objectID)
                    .filter { $0.entityName == entity.name && !$0.isTemporaryID }.prefix(1)
                note(worker, "execute(BatchDeleteRequest(objectIDs: \(objectIDs.map { names[$0] ?? "\($0)" })))")
                unwantedObjects.formUnion(objectIDs)
                let request = BatchDeleteRequest(objectIDs: Array(objectIDs))
                _ = try call(worker, choices) { try worker.top.execute(request) }
            }
        } catch let error where Self.isExpected(error) {
            program[program.count - 1] += " // throws \(type(of: error))"
        }
        try check(after: "a batch request", since: before)
    }

    // MARK: - What anybody wants to be gone

    private func unwant(_ object: ManagedObject, _ relationship: RelationshipDescription, _ other: ManagedObject) {
        unwanted.insert(GraphContents.name(object.objectID, relationship, other.objectID))
        guard let inverse = relationship.inverseName.flatMap({ other.entity.relationship(named: $0) }) else { return }
        unwanted.insert(GraphContents.name(other.objectID, inverse, object.objectID))
    }

    private func unwantLinks(of object: ManagedObject) {
        for relationship in object.entity.relationships {
            for other in members(object, relationship) { unwant(object, relationship, other) }
        }
    }

    private func unwantStoredLinks(of objects: Set<ManagedObject>) {
        let names = Set(objects.map { $0.objectID.uriRepresentation().description })
        unwanted.formUnion(
            contents.links.filter { link in
                let ends = link.split(separator: " ").map(String.init)
                return ends.first.map(names.contains) == true || ends.last.map(names.contains) == true
            })
    }

    /// What is given up may be links that were made again.
    private func giveUpChanges(_ worker: Worker) {
        for context in worker.contexts { for object in context.insertedObjects { unwantLinks(of: object) } }
    }

    /// Undo takes back what children have saved, too, which nobody may hold.
    private func unwantEverything(_ worker: Worker) {
        let known = worker.top.registeredObjects.filter { !$0.isFault && !$0.isDeleted }
        for object in known.union(worker.usable).sorted(by: { $0.objectID < $1.objectID }) {
            unwantLinks(of: object)
            deletedObjects.append(object)
        }
        // Also what has not been read, and is not read here, because that would change the session.
        let others = worker.top.registeredObjects.subtracting(known)
        deletedObjects += others
        unwantStoredLinks(of: others)
    }

    // MARK: - The program

    private func pick<Element>(_ elements: [Element], _ choice: Int) -> Element? {
        elements.isEmpty ? nil : elements[choice % elements.count]
    }

    private func note(_ worker: Worker, _ text: String, as object: ManagedObject? = nil) {
        defer { if session.printsProgram { print(program[program.count - 1]) } }
        let number = workers.firstIndex { $0 === worker } ?? 0
        let depth = String(repeating: "'", count: worker.contexts.count - 1)
        let start = object.map { "let \(name($0)) = " } ?? ""
        program.append("\(start)c\(number)\(depth).\(text)")
    }

    private func name(_ object: ManagedObject) -> String {
        if let name = names[object.objectID] { return name }
        lastName += 1
        let name = "\(object.entity.name.lowercased())\(lastName)"
        names[object.objectID] = name
        return name
    }
}
