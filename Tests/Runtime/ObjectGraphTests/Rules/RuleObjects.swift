import Foundation
import ObjectGraph

/// A note that writes down which of its hooks are called, and does in them what a test says.
final class RuleNote: ManagedObject {
    override class var nameOfEntity: String { "Note" }

    /// What new and fetched notes do, which a test cannot reach yet.
    ///
    /// Optimized, Swift 6.3 ends the program for a task-local closure.
    struct Awakening: Sendable {
        @TaskLocal static var current: Awakening?

        var awake: @Sendable (RuleNote) -> Void
    }

    /// Lets new and fetched notes do something while a closure runs.
    static func whenAwaking<Result>(
        _ awake: @escaping @Sendable (RuleNote) -> Void, _ body: () throws -> Result
    ) rethrows -> Result {
        try Awakening.$current.withValue(Awakening(awake: awake), operation: body)
    }

    /// The hooks that were called, in order.
    var calls: [String] = []
    var whenSaving: ((RuleNote) -> Void)?
    var whenSaved: ((RuleNote) -> Void)?
    var whenValidating: ((RuleNote) throws -> Void)?
    var whenDeleting: ((RuleNote) throws -> Void)?
    var events: [SnapshotEventType] = []

    var title: String? {
        get { self[attribute: "title"] }
        set { self[attribute: "title"] = newValue }
    }
    var content: String? {
        get { self[attribute: "content"] }
        set { self[attribute: "content"] = newValue }
    }
    var rank: Int32 {
        get { self[attribute: "rank"] }
        set { self[attribute: "rank"] = newValue }
    }
    var draft: String? {
        get { self[attribute: "draft"] }
        set { self[attribute: "draft"] = newValue }
    }
    var payload: RulePayload? {
        get { self[transformable: "payload"] }
        set { self[transformable: "payload"] = newValue }
    }
    var notebook: RuleNotebook? {
        get { self[toOne: "notebook"] }
        set { self[toOne: "notebook"] = newValue }
    }
    var tags: ToMany<RuleTag> {
        get { self[toMany: "tags"] }
        set { self[toMany: "tags"] = newValue }
    }

    override func awakeFromInsert() {
        calls.append("awakeFromInsert")
        Awakening.current?.awake(self)
    }

    override func awakeFromFetch() {
        calls.append("awakeFromFetch")
        Awakening.current?.awake(self)
    }

    override func awake(fromSnapshotEvents flags: SnapshotEventType) { events.append(flags) }
    override func prepareForDeletion() { calls.append("prepareForDeletion") }
    override func willTurnIntoFault() { calls.append("willTurnIntoFault") }
    override func didTurnIntoFault() { calls.append("didTurnIntoFault") }

    override func willSave() {
        calls.append("willSave")
        whenSaving?(self)
    }

    override func didSave() {
        calls.append("didSave")
        whenSaved?(self)
    }

    override func validateForInsert() throws {
        calls.append("validateForInsert")
        try super.validateForInsert()
        try whenValidating?(self)
    }

    override func validateForUpdate() throws {
        calls.append("validateForUpdate")
        try super.validateForUpdate()
        try whenValidating?(self)
    }

    override func validateForDelete() throws {
        calls.append("validateForDelete")
        try super.validateForDelete()
        try whenDeleting?(self)
    }
}

/// A value that can be changed in place.
final class RulePayload: Codable {
    var words: [String] = []
}

final class RuleNotebook: ManagedObject {
    override class var nameOfEntity: String { "Notebook" }

    var title: String? {
        get { self[attribute: "title"] }
        set { self[attribute: "title"] = newValue }
    }
    var notes: ToMany<RuleNote> {
        get { self[toMany: "notes"] }
        set { self[toMany: "notes"] = newValue }
    }
    var pages: OrderedToMany<RulePage> {
        get { self[orderedToMany: "pages"] }
        set { self[orderedToMany: "pages"] = newValue }
    }
    var cover: RuleCover? {
        get { self[toOne: "cover"] }
        set { self[toOne: "cover"] = newValue }
    }
    var namesakes: [RuleNote] { self[fetched: "namesakes"] }
}

final class RulePage: ManagedObject {
    override class var nameOfEntity: String { "Page" }

    var number: Int32 {
        get { self[attribute: "number"] }
        set { self[attribute: "number"] = newValue }
    }
    var notebook: RuleNotebook? {
        get { self[toOne: "notebook"] }
        set { self[toOne: "notebook"] = newValue }
    }
}

final class RuleTag: ManagedObject {
    override class var nameOfEntity: String { "Tag" }

    var name: String? {
        get { self[attribute: "name"] }
        set { self[attribute: "name"] = newValue }
    }
    var notes: ToMany<RuleNote> {
        get { self[toMany: "notes"] }
        set { self[toMany: "notes"] = newValue }
    }
}

final class RuleCover: ManagedObject {
    override class var nameOfEntity: String { "Cover" }

    var notebook: RuleNotebook? {
        get { self[toOne: "notebook"] }
        set { self[toOne: "notebook"] = newValue }
    }
}

/// An object that checks its code itself, and its properties together.
final class RuleRuled: ManagedObject, PropertyValidating {
    struct RefusalError: Error, Equatable {
        var reason: String
    }

    override class var nameOfEntity: String { "Ruled" }

    /// What was checked, in order.
    var checks: [String] = []

    var code: String {
        get { self[attribute: "code"] }
        set { self[attribute: "code"] = newValue }
    }
    var count: Int32? {
        get { self[attribute: "count"] }
        set { self[attribute: "count"] = newValue }
    }

    func validateProperty(_ value: inout Any?, forKey key: String) throws {
        checks.append(key)
        guard key == "code", let text = value as? String else { return }
        if text == "bad" { throw RefusalError(reason: "code") }
        value = text.uppercased().precomposedStringWithCanonicalMapping
    }

    override func validateForInsert() throws {
        try super.validateForInsert()
        checks.append("together")
        if code == "LONE", count == nil { throw RefusalError(reason: "count") }
    }

    override func validateForUpdate() throws {
        var errors: [ValidationError] = []
        do {
            try super.validateForUpdate()
        } catch let error as ValidationError {
            errors.append(error)
        }
        if count == 4 {
            errors.append(
                ValidationError(
                    code: .managedObjectValidation, objectID: objectID, key: "count", message: "four is taken"))
        }
        if !errors.isEmpty { throw ValidationErrors(errors: errors) }
    }
}

final class RuleKeeper: ManagedObject {
    override class var nameOfEntity: String { "Keeper" }

    var kept: ToMany<RuleKeeper> {
        get { self[toMany: "kept"] }
        set { self[toMany: "kept"] = newValue }
    }
    var keeper: RuleKeeper? {
        get { self[toOne: "keeper"] }
        set { self[toOne: "keeper"] = newValue }
    }
}
