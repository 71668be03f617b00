import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// The history of a store, in the file beside it.
struct HistoryFileTests {
    let file: StoreFile
    var historyURL: URL { file.folder.url.appending(path: "Store.json.history") }

    init() throws {
        file = try StoreFile()
    }

    private var historyText: String {
        get throws { String(decoding: try Data(contentsOf: historyURL), as: UTF8.self) }
    }

    /// Makes a store with a history of two saves.
    private func makeHistory() throws {
        try file.session { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            context.transactionAuthor = "import"
            let team = Team(context: context)
            try context.save()
            team.name = "A"
            try context.save()
        }
    }

    private func numbers(_ options: JSONStoreOptions = JSONStoreOptions()) throws -> [Int] {
        try file.session(options) { context in
            try context.persistentStoreCoordinator.history(after: PersistentHistoryToken?.none)
                .map(\.token.transactionNumber)
        }
    }

    @Test("HIS-1 the history is JSON Lines: a statement, and a line for each save")
    func lines() throws {
        try makeHistory()
        let lines = try historyText.split(separator: "\n").map { line in
            line.prefix { $0 != "x" }.replacing(/"date": "[-0-9:.TZ]*"/, with: "\"date\": \"…\"")
        }
        #expect(
            lines == [
                """
                {"format": "modelgen-history", "version": 1, "store": "00000000-0000-4000-8000-000000000001", \
                "tracking": true, "removed": 0, "
                """,
                """
                {"transaction": 1, "date": "…", "author": "import", "process": \
                "\(ProcessInfo.processInfo.processIdentifier)", "changes": [{"insert": "Team", "id": 1}], "
                """,
                """
                {"transaction": 2, "date": "…", "author": "import", "process": \
                "\(ProcessInfo.processInfo.processIdentifier)", "changes": [{"update": "Team", "id": 1, \
                "properties": ["name"]}], "
                """,
            ])
        #expect(try file.fileNames == ["Store.json", "Store.json.history"])
    }

    @Test("HIS-1 a program without a history creates no file")
    func off() throws {
        try file.session { context in
            _ = Team(context: context)
            try context.save()
        }
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test("HIS-3 a read-only store shows its history, but refuses changes to it")
    func reading() throws {
        try makeHistory()
        #expect(try numbers(JSONStoreOptions(isReadOnly: true)) == [1, 2])
        try file.session(JSONStoreOptions(isReadOnly: true)) { context in
            let coordinator = context.persistentStoreCoordinator
            #expect(coordinator.tracksHistory)
            #expect(throws: StoreError.self) { try coordinator.setTracksHistory(false) }
            #expect(throws: StoreError.self) { try coordinator.deleteHistory(before: Date.distantFuture) }
        }
    }

    @Test("HIS-5 ending the history empties the file, and beginning anew goes on counting")
    func ending() throws {
        try makeHistory()
        try file.session { try $0.persistentStoreCoordinator.setTracksHistory(false) }
        #expect(try historyText.split(separator: "\n").count == 1)
        try file.session { context in
            #expect(!context.persistentStoreCoordinator.tracksHistory)
            try context.persistentStoreCoordinator.setTracksHistory(true)
            _ = Team(context: context)
            try context.save()
        }
        #expect(try numbers() == [3])
    }

    @Test("HIS-1 an incomplete line is discarded, and the next save replaces it", arguments: [1, 20])
    func torn(count: Int) throws {
        try makeHistory()
        let text = try historyText
        try Data(text.utf8.dropLast(count)).write(to: historyURL)
        #expect(try numbers() == [1])
        try file.session { context in
            _ = Team(context: context)
            try context.save()
        }
        #expect(try numbers() == [1, 2])
    }

    @Test("HIS-1 a damaged line is an error with its place")
    func damaged() throws {
        try makeHistory()
        let text = try historyText
        try Data(text.replacing("\"transaction\": 1", with: "\"transaction\": 7").utf8).write(to: historyURL)
        let error = #expect(throws: StoreError.self) { _ = try file.open() }
        #expect(error?.code == .damagedJournal)
        #expect(error?.line == 2)
        #expect(error?.location.hasSuffix("Store.json.history") == true)
    }

    @Test("HIS-1 a block of zeros is the rest of a torn line at the end, and an error before intact lines")
    func lostBlocks() throws {
        try file.session { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            context.transactionAuthor = String(repeating: "a", count: 3_000)
            for name in ["A", "B", "C"] {
                Team(context: context).name = name
                try context.save()
            }
        }
        let bytes = [UInt8](try Data(contentsOf: historyURL))
        func lose(_ offset: Int) throws {
            var lost = bytes
            let start = (offset / 512 + 1) * 512
            lost.replaceSubrange(start..<start + 512, with: [UInt8](repeating: 0, count: 512))
            try Data(lost).write(to: historyURL)
        }
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        try lose(ends[0])
        let error = #expect(throws: StoreError.self) { _ = try file.open() }
        #expect(error?.code == .damagedJournal)
        #expect(error?.line == 2)
        try lose(ends[2])
        #expect(try numbers() == [1, 2])
        // What takes the place of a line feed makes one line of two, and is followed by an intact one.
        var joined = bytes
        joined[ends[1]] = 0
        try Data(joined).write(to: historyURL)
        #expect(throws: StoreError.self) { _ = try file.open() }
    }

    @Test("HIS-1 the history of another store is refused, and ignored if there is no store")
    func another() throws {
        try makeHistory()
        let history = try Data(contentsOf: historyURL)
        let other = try StoreFile(name: "Other.json")
        try other.session { context in
            _ = Team(context: context)
            try context.save()
        }
        try Data(try other.text.replacing("00000001\"", with: "00000002\"").utf8).write(to: other.url)
        try history.write(to: other.folder.url.appending(path: "Other.json.history"))
        let error = #expect(throws: StoreError.self) { _ = try other.open() }
        #expect(error?.code == .journalMismatch)
        try FileManager.default.removeItem(at: other.url)
        try other.session { #expect(!$0.persistentStoreCoordinator.tracksHistory) }
    }

    @Test("HIS-1 whatever operation of a save fails, each save has its transaction", arguments: 0..<8)
    func failing(after count: Int) throws {
        try makeHistory()
        let failing = FailingOperations()
        do {
            let context = try file.open(failing.operations)
            let team = Team(context: context)
            failing.fail(after: count)
            let isSaved = (try? context.save()) != nil
            failing.fail(after: nil)
            team.name = "B"
            try context.save()
            let history = try context.persistentStoreCoordinator.history(after: PersistentHistoryToken?.none)
            #expect(history.count >= (isSaved ? 4 : 3))
            #expect(history.map(\.token.transactionNumber) == Array(1...history.count))
            #expect(history.last?.changes.first?.changedObjectID == team.objectID)
        }
        #expect(try numbers().count >= 3)
    }

    @Test("HIS-5 a failed deletion leaves the history before or after it", arguments: 0..<7)
    func failingToDelete(after count: Int) throws {
        try makeHistory()
        let failing = FailingOperations()
        do {
            let context = try file.open(failing.operations)
            failing.fail(after: count)
            let coordinator = context.persistentStoreCoordinator
            var token = try #require(coordinator.currentPersistentHistoryToken)
            token.transactionNumber = 2
            let isDeleted = (try? coordinator.deleteHistory(before: token)) != nil
            failing.fail(after: nil)
            let left = try coordinator.history(after: PersistentHistoryToken?.none).map(\.token.transactionNumber)
            #expect(left == [2] || !isDeleted && left == [1, 2])
            _ = Team(context: context)
            try context.save()
        }
        #expect(try numbers().suffix(2) == [2, 3])
    }

    @Test(
        "A token with any number is a position before, in, or after the history", arguments: [Int.min, -1, 0, 3, .max])
    func numbersOfTokens(_ number: Int) throws {
        try makeHistory()
        try file.session { context in
            let coordinator = context.persistentStoreCoordinator
            var token = try #require(coordinator.currentPersistentHistoryToken)
            let team = try #require(try context.fetch(Team.fetchRequest()).first)
            token.transactionNumber = number
            let before = try coordinator.history(of: team.objectID, before: token, limit: 10)
            #expect(before.map(\.token.transactionNumber) == (number > 2 ? [2, 1] : []))
            if number == 0 {
                #expect(try coordinator.history(after: token).count == 2)
            } else {
                #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: token) }
            }
            let store = try #require(context.persistentStore as? JSONStore)
            let after = try #require(try store.history?.transactions(after: number))
            #expect(after.count == (number > 2 ? 0 : 2))
            guard number < 1 else { return }
            try coordinator.deleteHistory(before: token)
            #expect(try coordinator.history(after: PersistentHistoryToken?.none).count == 2)
        }
    }

    @Test("A history that was deleted while the store is open begins again with the next save")
    func deletedWhileOpen() throws {
        try makeHistory()
        try file.session { context in
            let coordinator = context.persistentStoreCoordinator
            let old = try #require(coordinator.currentPersistentHistoryToken)
            var older = old
            older.transactionNumber = 1
            try FileManager.default.removeItem(at: historyURL)
            _ = Team(context: context)
            try context.save()
            #expect(try coordinator.history(after: old).map(\.token.transactionNumber) == [3])
            #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: older) }
        }
        #expect(try numbers() == [3])
        #expect(try file.session { try $0.count(for: Team.fetchRequest()) } == 2)
    }

    @Test("A save refuses to go on with a history that was edited while the store is open")
    func editedWhileOpen() throws {
        try makeHistory()
        try file.session { context in
            let handle = try FileHandle(forWritingTo: historyURL)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("{}\n".utf8))
            try handle.close()
            let edited = try historyText
            _ = Team(context: context)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .changedElsewhere)
            #expect(error?.location.hasSuffix("Store.json.history") == true)
            #expect(try historyText == edited)
        }
        #expect(try file.objectsText.contains(#""id": 1"#))
        #expect(try !file.objectsText.contains(#""id": 2"#))
    }

    @Test("STO-17 destroying a store also deletes its history")
    func destroying() throws {
        try makeHistory()
        try JSONStore.destroy(at: file.url)
        #expect(try file.fileNames.isEmpty)
    }
}
