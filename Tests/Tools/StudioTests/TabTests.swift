import Dispatch
import Foundation
import ModelSchema
import ObjectGraph
import StoreExchange
import Synchronization
import TestSupport
import Testing

@testable import StoreStudio

/// Holds a trial at the first object that it creates, until another tab has been answered.
private final class Gate: Sendable {
    /// The gate of the trial that runs now; nil outside of one.
    @TaskLocal static var current: Gate?

    private let wasReached = Atomic(false)
    private let wasPassed = Atomic(false)
    private let semaphore = DispatchSemaphore(value: 0)

    var isReached: Bool { wasReached.load(ordering: .sequentiallyConsistent) }
    /// Whether it was opened while the trial waited.
    var isPassed: Bool { wasPassed.load(ordering: .sequentiallyConsistent) }

    func open() { semaphore.signal() }

    func hold() {
        guard !wasReached.exchange(true, ordering: .sequentiallyConsistent) else { return }
        // A trial in the session's isolation would wait in vain.
        let isOpen = semaphore.wait(timeout: .now() + 60) == .success
        wasPassed.store(isOpen, ordering: .sequentiallyConsistent)
    }
}

private final class HeldShelf: ManagedObject {
    override func awakeFromInsert() {
        super.awakeFromInsert()
        Gate.current?.hold()
    }
}

/// Another program, which does something when an object is read, or turns into a fault.
private final class OtherProgram: Sendable {
    @TaskLocal static var current: OtherProgram?

    private let hasActed = Atomic(false)
    private let work: @Sendable () throws -> Void

    init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }

    func act() {
        guard !hasActed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        do { try work() } catch { Issue.record(error) }
    }
}

private final class WatchedShelf: ManagedObject {
    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        OtherProgram.current?.act()
    }
}

private final class WatchedNovel: ManagedObject {
    override func awakeFromFetch() {
        super.awakeFromFetch()
        OtherProgram.current?.act()
    }
}

extension StudioSession {
    fileprivate var newObjectIDs: [String] {
        context.insertedObjects.map { $0.objectID.uriRepresentation().absoluteString }
    }
}

/// Changes of several tabs, which share one session.
struct TabTests {
    private typealias Kind = Library.Kind

    private func first(_ session: StudioSession, _ entity: String, _ condition: String? = nil) async throws -> String {
        try #require(
            try await session.rows(StudioQuery(entity: entity, condition: condition), columns: [], offset: 0, limit: 1)
                .rows.first?.id)
    }

    private func cell(_ session: StudioSession, _ id: String, _ key: String) async throws -> Cell {
        try #require(try await session.object(named: id).values.first { $0.key == key }?.cell)
    }

    private func refusal(_ work: () async throws -> Void) async -> StudioError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? StudioError
        }
    }

    /// A change as a page sends it.
    private func change(_ json: String) throws -> StudioChange {
        try JSONDecoder().decode(StudioChange.self, from: Data(json.utf8))
    }

    private func json(_ cell: Cell) throws -> String {
        String(decoding: try JSONEncoder().encode(cell), as: UTF8.self)
    }

    @Test("A change of a value that another tab has changed is refused with the other value", arguments: Kind.allCases)
    private func staleValues(_ kind: Library.Kind) async throws {
        let session = try Library(kind).session()
        let emma = try await first(session, "Novel")
        let values: [(key: String, theirs: String, mine: String)] = [
            ("title", "Theirs", "Mine"), ("pages", "5", "6"), ("price", "1.5", "2.5"), ("isRead", "false", "true"),
            ("bought", "2020-01-01T00:00:00Z", "2021-01-01T00:00:00.25Z"), ("site", "a:b", "c:d"),
            ("state", "worn", "new"),
            ("size.width", "0.1", "0.3"), ("size.unit", "", "mm"), ("hero", "", "Harriet"),
            ("settings", #"{"a": 1}"#, #"{"b": [true]}"#),
        ]
        for (key, theirs, mine) in values {
            // Both tabs have read the object. The other one saves its change.
            let answer = try await session.object(named: emma)
            let property = try #require(
                answer.values.first { $0.key == key.split(separator: ".").first.map(String.init) })
            var seen = property.text.map { Cell.text($0) } ?? property.cell
            if case .composite(let members) = seen { seen = members[String(key.split(separator: ".")[1])] ?? .null }
            let set = #"{"action": "set", "object": "\#(emma)", "key": "\#(key)""#
            func value(_ text: String) throws -> String { try json(.text(text)) }
            let wanted = try change("\(set), \"value\": \(value(mine)), \"before\": \(json(seen))}")
            _ = try await session.change(
                change("\(set), \"value\": \(value(theirs)), \"before\": \(json(seen))}"), by: "other")
            #expect(try await session.change(.save, by: "other").problems.isEmpty)
            let refused = await refusal { _ = try await session.change(wanted, by: "own") }
            let present = try #require(refused?.present, "\(key)")
            #expect(refused?.key == key && present != seen)
            #expect(await session.state().pendingCount == 0)
            // A tab that was shown the other value can replace it, and then its own.
            let made = try await session.change(
                change("\(set), \"value\": \(value(mine)), \"before\": \(json(present))}"), by: "own")
            let own = try #require(made.cell)
            #expect(own != present)
            let again = try await session.change(
                change("\(set), \"value\": \(value(theirs)), \"before\": \(json(own))}"), by: "own")
            #expect(again.cell == present, "\(key)")
        }
    }

    @Test("Nil and the empty string are different values of a field")
    func emptyStrings() async throws {
        let library = try Library(.json)
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let set = #"{"action": "set", "object": "\#(emma)", "key": "hero""#
        _ = try await session.change(change("\(set), \"value\": \"\"}"))
        #expect(try await cell(session, emma, "hero") == .text(""))
        // The other tab still shows nil, or the empty string.
        let refused = await refusal {
            _ = try await session.change(change("\(set), \"value\": \"x\", \"before\": null}"))
        }
        #expect(refused?.present == .text(""))
        _ = try await session.change(change("\(set), \"value\": null, \"before\": \"\"}"))
        #expect(try await cell(session, emma, "hero") == .null)
        #expect(await refusal { _ = try await session.change(change("\(set), \"before\": \"\"}")) }?.present == .null)
        // Both are kept by a save.
        _ = try await session.change(change("\(set), \"value\": \"\", \"before\": null}"))
        _ = try await session.change(.save)
        #expect(try await session.count(StudioQuery(entity: "Novel", condition: "hero == ''")).count == 1)
    }

    @Test("A text that only looks like the one that was shown is another value")
    func staleCodePoints() async throws {
        let session = try Library(.json).session()
        let emma = try await first(session, "Novel")
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        _ = try await session.change(.set(object: emma, key: "hero", value: .text(composed)), by: "own")
        let seen = try ShownValue(try await cell(session, emma, "hero"))
        for text in ["x", decomposed] {
            _ = try await session.change(.set(object: emma, key: "hero", value: .text(text)), by: "other")
        }
        let refused = await refusal {
            _ = try await session.change(.set(object: emma, key: "hero", value: .null, before: seen), by: "own")
        }
        guard case .text(let present)? = refused?.present else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(Array(present.utf8) == Array(decomposed.utf8))
        let now = try ShownValue(try await cell(session, emma, "hero"))
        _ = try await session.change(.set(object: emma, key: "hero", value: .null, before: now), by: "own")
        #expect(try await cell(session, emma, "hero") == .null)
    }

    @Test("Only the links that another tab has replaced or moved are refused, also after an object got its identity")
    func staleLinks() async throws {
        let session = try Library(.sqlite).session()
        let emma = try await first(session, "Novel")
        let empty = try await first(session, "Shelf", "name == 'Empty'")
        let novels = try await first(session, "Shelf", "name == 'Novels'")
        let seen = try ShownValue(try await cell(session, emma, "shelf"))
        let made = try #require(try await session.change(.insert(entity: "Shelf")).object)
        _ = try await session.change(.set(object: made, key: "name", value: .text("New")))
        _ = try await session.change(
            .link(object: emma, relationship: "shelf", destination: made, isConnected: true, before: seen))
        let unsaved = try ShownValue(try await cell(session, emma, "shelf"))
        for isConnected in [true, false] {
            let refused = await refusal {
                _ = try await session.change(
                    .link(
                        object: emma, relationship: "shelf", destination: empty, isConnected: isConnected, before: seen)
                )
            }
            guard case .object(let present)? = refused?.present else {
                Issue.record("\(String(describing: refused))")
                return
            }
            #expect(present.label == "New")
        }
        // The other tab saves, so the destination gets another URI. Its name is not a part of the link.
        _ = try await session.change(.save)
        _ = try await session.change(.set(object: made, key: "name", value: .text("Newer")))
        _ = try await session.change(
            .link(object: emma, relationship: "shelf", destination: novels, isConnected: true, before: unsaved))
        // Added and removed members do not conflict.
        let tags = try ShownValue(try await cell(session, emma, "tags"))
        let tag = try await first(session, "Tag")
        let new = try #require(try await session.change(.insert(entity: "Tag")).object)
        for (destination, isConnected) in [(new, true), (tag, false)] {
            _ = try await session.change(
                .link(
                    object: emma, relationship: "tags", destination: destination, isConnected: isConnected, before: tags
                ))
        }
        #expect(
            try await session.members(of: emma, relationship: "tags", offset: 0, limit: 9).members.map(\.id) == [new])
        // A place is one of the order that the page has shown.
        let order = try ShownValue(try await cell(session, novels, "books"))
        func moved(to place: Int, _ before: ShownValue) async throws -> StateResponse {
            try await session.change(
                .move(object: novels, relationship: "books", destination: emma, place: place, before: before))
        }
        let after = try #require(try await moved(to: 0, order).cell)
        #expect(await refusal { _ = try await moved(to: 1, order) }?.key == "books")
        _ = try await moved(to: 1, ShownValue(after))
    }

    @Test("A file does not replace data that another tab has changed")
    func staleData() async throws {
        let session = try Library(.json).session()
        let emma = try await first(session, "Novel")
        let seen = try ShownValue(try await cell(session, emma, "cover"))
        let answer = try await session.setData(Data("theirs".utf8), forKey: "cover", of: emma, before: seen)
        #expect(answer.cell != nil)
        let refused = await refusal {
            _ = try await session.setData(Data("mine".utf8), forKey: "cover", of: emma, before: seen)
        }
        #expect(refused?.key == "cover" && refused?.present == answer.cell)
        #expect(try await session.data(of: emma, key: "cover") == Data("theirs".utf8))
    }

    @Test("What a page has only the beginning of is not replaced if another tab has changed the rest of it")
    func staleBeginnings() async throws {
        let session = try Library(.json).session()
        let emma = try await first(session, "Novel")
        // Another picture of the same length, of which a page knows nothing but the kind and the length.
        let seen = try ShownValue(try await cell(session, emma, "cover"))
        var other = try #require(Library.picture)
        other[other.count - 1] ^= 1
        _ = try await session.setData(other, forKey: "cover", of: emma, before: seen)
        #expect(
            await refusal { _ = try await session.setData(Data("mine".utf8), forKey: "cover", of: emma, before: seen) }?
                .present != nil)
        let present = try ShownValue(try await cell(session, emma, "cover"))
        _ = try await session.setData(Data("mine".utf8), forKey: "cover", of: emma, before: present)
        // A long text that ends in another way.
        let text = String(repeating: "a", count: 250_000)
        _ = try await session.change(.set(object: emma, key: "hero", value: .text(text + "b")))
        let beginning = try ShownValue(try await cell(session, emma, "hero"))
        _ = try await session.change(.set(object: emma, key: "hero", value: .text(text + "c")))
        let refused = await refusal {
            _ = try await session.change(.set(object: emma, key: "hero", value: .null, before: beginning))
        }
        #expect(refused?.key == "hero")
        let end = try ShownValue(try await cell(session, emma, "hero"))
        _ = try await session.change(.set(object: emma, key: "hero", value: .null, before: end))
        #expect(try await cell(session, emma, "hero") == .null)
    }

    @Test("A deletion deletes no more than what its page has shown, and nothing that another tab has changed since")
    func staleDeletions() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let shelf = try await first(session, "Shelf", "name == 'Novels'")
        func deletion(_ digest: String) throws -> StudioChange {
            try change(#"{"action": "delete", "objects": ["\#(shelf)"], "digest": "\#(digest)"}"#)
        }
        var shown = try await session.deletion(of: [shelf])
        #expect(shown.count == 6)
        // Asking changes nothing, and what the deletion doesn't reach doesn't matter.
        let tag = try await first(session, "Tag")
        #expect(try await session.deletion(of: [shelf]).digest == shown.digest)
        _ = try await session.change(.insert(entity: "Tag"), by: "other")
        #expect(try await session.deletion(of: [shelf]).digest == shown.digest)
        // Others change an object that would be deleted with the shelf, one that would lose a link, and the members.
        let made = try #require(try await session.change(.insert(entity: "Book"), by: "other").object)
        let changes: [StudioChange] = [
            .set(object: emma, key: "title", value: .text("Changed")),
            .set(object: shelf, key: "name", value: .text("New")),
            .set(object: tag, key: "name", value: .text("changed")),
            .link(object: made, relationship: "shelf", destination: shelf, isConnected: true),
        ]
        for other in changes {
            _ = try await session.change(other, by: "other")
            let refused = await refusal { _ = try await session.change(deletion(shown.digest), by: "own") }
            #expect(refused?.isOutdated == true, "\(other)")
            shown = try await session.deletion(of: [shelf])
        }
        #expect(shown.count == 7)
        // Another program saves one of the objects.
        let elsewhere = try library.container().newContext()
        let theirs = try #require(try elsewhere.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first)
        theirs.setValue("theirs", forKey: "name")
        _ = try await session.change(.discard())
        shown = try await session.deletion(of: [shelf])
        try elsewhere.save()
        await session.checkForExternalChanges()
        #expect(await refusal { _ = try await session.change(deletion(shown.digest)) }?.isOutdated == true)
        #expect(await session.state().pendingCount == 0)
        shown = try await session.deletion(of: [shelf])
        #expect(try await session.change(deletion(shown.digest)).pendingCount == 7)
    }

    @Test("What another program saves right after the studio is noticed, and not taken for the studio's own save")
    func savesOfOthersAfterOwn() async throws {
        var library = try Library(.sqlite)
        library.model = ManagedObjectModel(try readModel(Library.entities), classes: ["Shelf": WatchedShelf.self])
        let session = try library.session()
        let shelf = try await first(session, "Shelf", "name == 'Novels'")
        let tag = try await first(session, "Tag")
        _ = try await session.change(.set(object: shelf, key: "name", value: .text("Mine")))
        let elsewhere = library
        // The studio has saved, and reads what others have saved before.
        let other = OtherProgram {
            let context = try elsewhere.container().newContext()
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first?.setValue("theirs", forKey: "name")
            try context.save()
        }
        let answer = try await OtherProgram.$current.withValue(other) { try await session.change(.save) }
        #expect(answer.problems.isEmpty && answer.conflicts.isEmpty && answer.pendingCount == 0)
        await session.checkForExternalChanges()
        #expect(await session.state().revision > answer.revision)
        #expect(try await cell(session, tag, "name") == .text("theirs"))
    }

    @Test("Thousands of new objects are found and deleted together")
    func manyNewObjects() async throws {
        let session = try Library(.json).session()
        let csv = Data((["name"] + (0..<2_000).map { "Row \($0)" }).joined(separator: "\n").utf8)
        _ = try await session.importRows(csv, ImportParameters(entity: "Shelf", format: .csv), isDryRun: false)
        let ids = await session.newObjectIDs
        let shown = try await session.deletion(of: ids)
        #expect(shown.count == 2_000)
        #expect(try await session.change(.delete(objects: ids, digest: shown.digest)).pendingCount == 0)
    }

    @Test("All changes are discarded only if they are those that the page has shown")
    func staleReviews() async throws {
        let session = try Library(.json).session()
        let emma = try await first(session, "Novel")
        _ = try await session.change(.set(object: emma, key: "title", value: .text("One")), by: "a")
        let shown = await session.pending()
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("7")), by: "b")
        func discard(_ shown: PendingResponse) async throws -> StateResponse {
            try await session.change(change(#"{"action": "discard", "digest": "\#(shown.digest)"}"#), by: "a")
        }
        let refused = await refusal { _ = try await discard(shown) }
        #expect(refused?.isOutdated == true && refused?.step == nil)
        #expect(try await cell(session, emma, "pages") == .number(7))
        // The other tab takes its change back, so the changes are those that were shown.
        _ = try await session.change(.undo, by: "b")
        #expect(try await discard(shown).pendingCount == 0)
        #expect(try await cell(session, emma, "title") == .text("Emma"))
        // A save keeps the history of undo, so the last step can be the same when the changes are others.
        _ = try await session.change(.set(object: emma, key: "title", value: .text("Two")), by: "a")
        let unsaved = await session.pending()
        #expect(unsaved.count == 1)
        _ = try await session.change(.save, by: "b")
        #expect(await refusal { _ = try await discard(unsaved) }?.isOutdated == true)
        _ = try await session.change(.set(object: emma, key: "title", value: .text("Three")), by: "a")
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("8")), by: "b")
        let both = await session.pending()
        _ = try await session.change(.undo, by: "b")
        _ = try await session.change(.save, by: "a")
        _ = try await session.change(.redo, by: "b")
        #expect(await refusal { _ = try await discard(both) }?.isOutdated == true)
    }

    @Test("A review lists the first changes, and counts all of them")
    func longReviews() async throws {
        let session = try Library(.json).session()
        let csv = Data((["name"] + (0..<250).map { "Row \($0)" }).joined(separator: "\n").utf8)
        _ = try await session.importRows(csv, ImportParameters(entity: "Shelf", format: .csv), isDryRun: false)
        let shown = await session.pending()
        #expect(shown.changes.count == 200 && shown.count == 250)
        // A change of one that is not listed counts, too.
        let listed = Set(shown.changes.map(\.object.id))
        let ids = await session.newObjectIDs
        let last = try #require(ids.first { !listed.contains($0) })
        _ = try await session.change(.set(object: last, key: "name", value: .text("Other")), by: "b")
        let refused = await refusal { _ = try await session.change(.discard(digest: shown.digest), by: "a") }
        #expect(refused?.isOutdated == true)
        #expect(await session.state().pendingCount == 250)
    }

    @Test("An import changes no values that another tab or another program has set since the trial")
    func staleTrials() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let csv = Data("title,pages\nEmma,5\n".utf8)
        var parameters = ImportParameters(entity: "Book", format: .csv, mapping: #"{"match": ["title"]}"#)
        let trial = try await session.importRows(csv, parameters, isDryRun: true)
        #expect(trial.updatedCount == 1)
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("7")), by: "other")
        parameters.contents = trial.contents
        /// Expects that an import after the last trial is refused; returns what another trial has seen.
        func refusedContents(
            _ parameters: ImportParameters, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws -> String? {
            let refused = await refusal { _ = try await session.importRows(csv, parameters, isDryRun: false) }
            #expect(refused?.isOutdated == true, sourceLocation: sourceLocation)
            return try await session.importRows(csv, parameters, isDryRun: true).contents
        }
        parameters.contents = try await refusedContents(parameters)
        #expect(try await cell(session, emma, "pages") == .number(7))
        // A discard and a save are no steps.
        _ = try await session.change(.discard(), by: "other")
        parameters.contents = try await refusedContents(parameters)
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("8")), by: "other")
        parameters.contents = try await refusedContents(parameters)
        _ = try await session.change(.save, by: "other")
        parameters.contents = try await refusedContents(parameters)
        // Another program saves, and the studio has not looked at the file since.
        let elsewhere = try library.container().newContext()
        let theirs = try #require(try elsewhere.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        theirs.setValue(9, forKey: "pages")
        try elsewhere.save()
        parameters.contents = try await refusedContents(parameters)
        #expect(try await cell(session, emma, "pages") == .number(9))
        _ = try await session.importRows(csv, parameters, isDryRun: false)
        #expect(try await cell(session, emma, "pages") == .number(5))
    }

    @Test("A choice between two versions does not replace a third one, which nobody has seen")
    func staleChoices() async throws {
        let library = try Library(.sqlite)
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let other = try library.container().newContext()
        let theirs = try #require(try other.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first)
        func save(_ title: String) async throws {
            theirs.setValue(title, forKey: "title")
            try other.save()
            await session.checkForExternalChanges()
        }
        func choice(_ conflict: StateResponse.Conflict?) throws -> StudioChange {
            let digest = try #require(conflict).digest
            let choice = #"{"object": "\#(emma)", "theirs": [], "digest": "\#(digest)"}"#
            return try change(#"{"action": "resolve", "choices": [\#(choice)]}"#)
        }
        _ = try await session.change(.set(object: emma, key: "title", value: .text("Mine")))
        try await save("Second")
        let second = try await session.change(.save).conflicts.first
        #expect(second?.properties.first?.theirs == .text("Second"))
        // The other program saves again while the reader chooses.
        try await save("Third")
        let third = try await session.change(choice(second)).conflicts.first
        #expect(third?.properties.first?.theirs == .text("Third"))
        // Then another tab changes the object.
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("7")), by: "other")
        let fourth = try await session.change(choice(third)).conflicts.first
        #expect(fourth?.properties.map(\.key) == ["pages", "title"])
        #expect(await session.state().pendingCount == 1)
        let answer = try await session.change(choice(fourth))
        #expect(answer.conflicts.isEmpty && answer.problems.isEmpty && answer.pendingCount == 0)
        #expect(try await cell(session, emma, "title") == .text("Mine"))
    }

    @Test(
        "A choice does not replace what another program saves while the choice is compared", arguments: [false, true])
    func choicesDuringSaves(_ savesPlainly: Bool) async throws {
        var library = try Library(.sqlite)
        library.model = ManagedObjectModel(try readModel(Library.entities), classes: ["Novel": WatchedNovel.self])
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let elsewhere = library
        func save(_ title: String) throws {
            let context = try elsewhere.container().newContext()
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first?.setValue(title, forKey: "title")
            try context.save()
        }
        func choice(_ conflict: StateResponse.Conflict?) throws -> StudioChange {
            let digest = try #require(conflict).digest
            let choice = #"{"object": "\#(emma)", "theirs": [], "digest": "\#(digest)"}"#
            return try change(#"{"action": "resolve", "choices": [\#(choice)]}"#)
        }
        _ = try await session.change(.set(object: emma, key: "title", value: .text("Mine")))
        try save("Second")
        let second = try await session.change(.save).conflicts.first
        #expect(second?.properties.first?.theirs == .text("Second"))
        let other = OtherProgram {
            let context = try elsewhere.container().newContext()
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Novel")).first?.setValue("3rd", forKey: "title")
            try context.save()
        }
        let answer = try await OtherProgram.$current.withValue(other) { try await session.change(choice(second)) }
        var third = answer.conflicts.first
        #expect(third?.properties.first?.theirs == .text("3rd"))
        #expect(third?.properties.first?.before == .text("3rd"), "the other program saved after the comparison")
        #expect(answer.pendingCount == 1)
        if savesPlainly {
            // Another tab does not get around the choice.
            third = try await session.change(.save, by: "other").conflicts.first
            #expect(third?.properties.first?.theirs == .text("3rd"))
        }
        let last = try await session.change(choice(third))
        #expect(last.conflicts.isEmpty && last.problems.isEmpty && last.pendingCount == 0)
        #expect(try await cell(session, emma, "title") == .text("Mine"))
    }

    @Test(
        "During an import, other tabs are answered, and their changes end it without effect", .timeLimit(.minutes(2)))
    func importsWithPauses() async throws {
        let session = try Library(.json).session()
        let csv = Data((["name"] + (0..<4_000).map { "Row \($0)" }).joined(separator: "\n").utf8)
        let parameters = ImportParameters(entity: "Shelf", format: .csv)
        func begun(_ work: StudioWork) async throws {
            while work.progress.completedCount == 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        let work = StudioWork()
        async let made = work.run { try await session.importRows(csv, parameters, isDryRun: false) }
        try await begun(work)
        #expect(await session.state().pendingCount == 0)
        #expect(try await session.count(StudioQuery(entity: "Shelf")).count == 2)
        let answer = try await made
        #expect(answer.insertedCount == 4_000 && answer.state.pendingCount == 4_000)
        #expect(try await session.change(.undo).pendingCount == 0)

        let other = StudioWork()
        async let refused = refusal {
            try await other.run { _ = try await session.importRows(csv, parameters, isDryRun: false) }
        }
        try await begun(other)
        _ = try await session.change(.insert(entity: "Tag"), by: "other")
        #expect(await refused?.isOutdated == true)
        #expect(await session.state().pendingCount == 1)
    }

    @Test("An undo of what another tab has done must be confirmed, and says what it is")
    func undoOfOthers() async throws {
        let session = try Library(.sqlite).session()
        let emma = try await first(session, "Novel")
        _ = try await session.change(.set(object: emma, key: "title", value: .text("One")), by: "a")
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("7")), by: "b")
        let refused = await refusal { _ = try await session.change(.undo, by: "a") }
        let step = try #require(refused?.step)
        #expect(refused?.description.contains(#"'pages' of One, from "474" to "7""#) == true)
        #expect(try await cell(session, emma, "pages") == .number(7))
        // Another change has come in between.
        _ = try await session.change(.insert(entity: "Tag"), by: "b")
        let newer = await refusal { _ = try await session.change(.undo, by: "a", confirming: step) }?.step
        #expect(newer != nil && newer != step)
        _ = try await session.change(.undo, by: "b")
        _ = try await session.change(.undo, by: "a", confirming: step)
        #expect(try await cell(session, emma, "pages") == .number(474))
        // A page's own changes need no confirmation.
        #expect(try await session.change(.undo, by: "a").pendingCount == 0)
        _ = try await session.change(.redo, by: "a")
        #expect(await refusal { _ = try await session.change(.redo, by: "a") }?.step == step)
        _ = try await session.change(.redo, by: "b")
        #expect(try await cell(session, emma, "pages") == .number(7))
        // A change without effect is a step, too. A save and a discarded change keep the order.
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("7")), by: "a")
        _ = try await session.change(.undo, by: "a")
        #expect(try await cell(session, emma, "pages") == .number(7))
        _ = try await session.change(.save, by: "a")
        #expect(await refusal { _ = try await session.change(.undo, by: "a") }?.step == step)
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("8")), by: "a")
        _ = try await session.change(.undo, by: "a")
        _ = try await session.change(.discard(), by: "b")
        _ = try await session.change(.set(object: emma, key: "pages", value: .text("9")), by: "a")
        #expect(await refusal { _ = try await session.change(.undo, by: "b") }?.step != nil)
        _ = try await session.change(.undo, by: "a")
        #expect(try await cell(session, emma, "pages") == .number(7))
        // Nil does not look like a text.
        _ = try await session.change(.set(object: emma, key: "hero", value: .null), by: "b")
        let unset = await refusal { _ = try await session.change(.undo, by: "a") }
        #expect(unset?.description.contains(#"from "Emma Woodhouse" to nil."#) == true)
    }

    @Test(
        "While an import is tried, other tabs are answered, and the trial sees the pending changes",
        .timeLimit(.minutes(2)), arguments: Kind.allCases)
    private func trialsRunAside(_ kind: Library.Kind) async throws {
        var library = try Library(kind)
        library.model = ManagedObjectModel(try readModel(Library.entities), classes: ["Shelf": HeldShelf.self])
        let session = try library.session()
        let emma = try await first(session, "Novel")
        let shelf = try #require(try await session.change(.insert(entity: "Shelf")).object)
        _ = try await session.change(.set(object: shelf, key: "name", value: .text("Pending")))
        _ = try await session.change(.link(object: emma, relationship: "shelf", destination: shelf, isConnected: true))
        _ = try await session.change(.delete(objects: [try await first(session, "Shelf", "name == 'Empty'")]))
        let rows = (0..<20_000).map { "Row \($0)" } + ["Pending", "Empty"]
        let csv = Data((["name"] + rows).joined(separator: "\n").utf8)
        let parameters = ImportParameters(entity: "Shelf", format: .csv, mapping: #"{"match": ["name"]}"#)
        let pendingCount = await session.state().pendingCount
        let work = StudioWork()
        let gate = Gate()
        async let trial = Gate.$current.withValue(gate) {
            try await work.run { try await session.importRows(csv, parameters, isDryRun: true) }
        }
        while !gate.isReached {
            try Task.checkCancellation()
            await Task.yield()
        }
        #expect(await session.state().pendingCount == pendingCount)
        gate.open()
        let answer = try await trial
        #expect(gate.isPassed)
        #expect(work.progress.totalCount == rows.count)
        #expect(answer.insertedCount == 20_001 && answer.rejectedCount == 0)
        #expect(answer.state.pendingCount == pendingCount)
        #expect(try await session.count(StudioQuery(entity: "Shelf")).count == 2)
        // A canceled trial ends early.
        let canceled = StudioWork()
        canceled.cancel()
        await #expect(throws: CancellationError.self) {
            try await canceled.run { try await session.importRows(csv, parameters, isDryRun: true) }
        }
    }
}
