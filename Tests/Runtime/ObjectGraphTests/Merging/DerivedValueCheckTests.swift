import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Derived values that were stored wrong, which only other programs and earlier versions do.
struct DerivedValueCheckTests {
    private let folder: TemporaryFolder
    private let model = MeetingModel.model

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Saves two friends with a playlist.
    private func fill(_ store: any PersistentStore) throws -> ObjectID {
        let context = try PersistentContainer(model: model, store: OpenStoreDescription(store)).newContext()
        let person = context.insert("Person", ["name": "X"])
        person.mutableSetValue(forKey: "friends").insert(context.insert("Person", ["name": "z"]))
        context.insert("Playlist", ["owner": person])
        try context.save()
        return person.objectID
    }

    @Test("A check finds the wrong derived values of a JSON store, and a repair computes them again")
    func json() throws {
        let url = folder.url.appending(path: "Copy.json")
        do {
            let store = try JSONStore(at: folder.url.appending(path: "Store.json"), model: model)
            _ = try fill(store)
            try store.backUp(to: url)
        }
        #expect(try JSONStore.check(url, model: model) == [])
        let text = try String(contentsOf: url, encoding: .utf8)
        let damaged = text.replacing(/"friendCount": *1/, with: "\"friendCount\": 7", maxReplacements: 1)
            .replacing(/"upperName": *"X"/, with: "\"upperName\": \"Q\"")
        try damaged.write(to: url, atomically: true, encoding: .utf8)
        // The playlist's own derivation of the count is right, but not for the wrong one.
        let problem = "does not have the value of its derivation"
        let wanted = [
            "Person 1: 'friendCount' \(problem)", "Person 1: 'upperName' \(problem)",
            "Playlist 1: 'ownerFriends' \(problem)",
        ]
        #expect(try JSONStore.check(url, model: model).map(\.message).sorted() == wanted)
        let report = try JSONStore.repair(url, model: model)
        #expect(report.rejectedParts == [] && report.linkDecisions == [] && report.copies == [])
        #expect(Set(report.derivedValues.map(\.message)) == Set(wanted.map { "\($0), and was computed again" }))
        #expect(try JSONStore.check(url, model: model) == [])
        #expect(try JSONStore.repair(url, model: model).findings == [])
        let context = try PersistentContainer(model: model, store: .json(at: url)).newContext()
        #expect(try context.objects("Person").map { $0.text("upperName") } == ["X", "Z"])
        #expect(try context.objects("Playlist").map { $0.number("ownerFriends") } == [1])
    }

    @Test("A check finds the wrong derived values of a SQLite store, which can be computed again")
    func sqlite() throws {
        let url = folder.url.appending(path: "Store.sqlite")
        do {
            let store = try SQLiteStore(at: url, model: model)
            let objectID = try fill(store)
            #expect(try SQLiteStore.check(url, model: model) == [])
            let index = try #require(model.entitiesByName["Person"]?.attributes.firstIndex { $0.name == "upperName" })
            let version = try #require(try store.openView().rows(of: [objectID]).first?.version)
            var changes = StoreChanges()
            changes.updated = [
                StoreChanges.Update(objectID: objectID, version: version, values: [index: .string("Q")], links: [:])
            ]
            _ = try store.commit(changes)
        }
        #expect(
            try SQLiteStore.check(url, model: model).map(\.message) == [
                "'upperName' does not have the value of its derivation"
            ])
        let store = try SQLiteStore(at: url, model: model)
        #expect(try DerivedValueCheck(of: store, model: model).repair().map(\.attributeName) == ["upperName"])
        #expect(try SQLiteStore.check(url, model: model) == [])
    }
}
