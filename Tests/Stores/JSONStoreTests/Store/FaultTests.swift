import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Each operation of a save fails in turn: the files are as they were, and the context keeps its changes.
struct FaultTests {
    private static let operationNames = ["create", "write", "synchronize", "close", "rename", "synchronizeFolder"]

    @Test("A save performs the expected file operations, in order")
    func theOperationsOfSaves() throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        let context = try file.open(failing.operations)
        func operationsOfASave() throws -> [String] {
            failing.fail(after: nil)
            _ = Superhero(context: context)
            try context.save()
            return failing.performed
        }
        #expect(try operationsOfASave() == Self.operationNames)
        #expect(try operationsOfASave() == ["create", "write", "synchronizeData", "synchronizeFolder"])
        #expect(try operationsOfASave() == ["write", "synchronizeData"])
        #expect(try operationsOfASave() == ["write", "synchronizeData"])
    }

    @Test("STO-20 the n-th operation of the first save fails", arguments: operationNames.indices)
    func failing(at index: Int) throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        do {
            let context = try file.open(failing.operations)
            let hero = Superhero(context: context)
            hero.name = "new"
            failing.fail(after: index)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == (Self.operationNames[index] == "synchronizeFolder" ? .uncertain : .fileSystem))
            #expect(error?.message.contains(Self.operationNames[index]) == true)
            let isNew = Self.operationNames[index] == "synchronizeFolder"
            #expect(try file.fileNames == (isNew ? ["Store.json"] : []))
            #expect(context.insertedObjects == [hero])
            #expect(hero.objectID.isTemporaryID)
            if index % 2 == 0 {
                failing.fail(after: nil)
                try context.save()
                #expect(!context.hasChanges)
            }
        }
        let isSaved = index % 2 == 0 || Self.operationNames[index] == "synchronizeFolder"
        try file.session { context in
            #expect(try context.all(Superhero.self).compactMap(\.name) == (isSaved ? ["new"] : []))
            try context.expectSound()
        }
        #expect(try file.fileNames == (isSaved ? ["Store.json"] : []))
    }

    @Test("STO-20 any operation fails, once or from then on", arguments: [false, true])
    func anyOperation(isLasting: Bool) throws {
        var count = CrashEffort.isFull ? 0 : Int(SplitMix.seeded().seed % 4)
        while try runScript(failingAfter: count, isLasting: isLasting) { count += CrashEffort.isFull ? 1 : 4 }
        // Whole files, a new journal, lines, and folding the journal in are all among them.
        #expect(count > 40)
    }

    /// Saves, with an operation that fails on the way, and reopens the store.
    ///
    /// - Returns: Whether there was an operation to fail.
    private func runScript(failingAfter count: Int, isLasting: Bool) throws -> Bool {
        let file = try StoreFile()
        let failing = FailingOperations()
        var saved = Set<String>()
        var uncertain: String?
        var isMet = false
        do {
            let context = try file.open(failing.operations, JSONStoreOptions(compaction: .manual))
            failing.fail(after: count, isLasting: isLasting)
            for round in 0..<9 {
                let hero = Superhero(context: context)
                hero.name = "hero \(round)"
                do {
                    try context.save()
                    saved.insert("hero \(round)")
                } catch let error as StoreError {
                    isMet = true
                    #expect(error.code == .fileSystem || error.code == .uncertain)
                    #expect(context.insertedObjects == [hero])
                    if error.code == .uncertain { uncertain = uncertain ?? "hero \(round)" }
                    context.rollback()
                }
                if round % 3 == 2, let store = context.persistentStore as? JSONStore {
                    do { try store.compact() } catch { isMet = true }
                }
                let names = try Set(context.all(Superhero.self).compactMap(\.name))
                #expect(names == saved, "operation \(count)")
            }
            isMet = isMet || failing.performed.count > count
        }
        try file.session { context in
            var names = try Set(context.all(Superhero.self).compactMap(\.name))
            if isLasting, let uncertain { names.remove(uncertain) }
            #expect(names == saved, "operation \(count)")
            try context.expectSound()
            Superhero(context: context).name = "last"
            try context.save()
        }
        try file.session { context in
            let names = try context.all(Superhero.self).map(\.name)
            #expect(names.last == "last")
        }
        return isMet
    }

    @Test("A failed save can be rolled back")
    func aFailedSaveCanBeRolledBack() throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        let context = try file.open(failing.operations)
        let hero = Superhero(context: context)
        hero.name = "old"
        try context.save()
        hero.name = "new"
        failing.fail(after: 1)
        #expect(throws: StoreError.self) { try context.save() }
        context.rollback()
        #expect(hero.name == "old")
        failing.fail(after: nil)
        _ = Team(context: context)
        try context.save()
        #expect(try !file.text.contains("new"))
        #expect(try !file.journalText.contains("new"))
    }
}
