import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// Each operation of a save fails in turn: the file is the old one, and the context keeps its changes.
struct FaultTests {
    private static let operationNames = ["create", "write", "synchronize", "close", "rename", "synchronizeFolder"]

    @Test func theOperationsOfASave() throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        let context = try file.open(failing.operations)
        _ = Superhero(context: context)
        try context.save()
        #expect(failing.performed == Self.operationNames)
    }

    @Test("STO-20 the n-th operation fails", arguments: operationNames.indices, [true, false])
    func failing(at index: Int, isFirstSave: Bool) throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        var oldBytes: [UInt8]?
        do {
            let context = try file.open(failing.operations)
            if !isFirstSave {
                Superhero(context: context).name = "old"
                try context.save()
                oldBytes = try file.bytes
            }
            let hero = Superhero(context: context)
            hero.name = "new"
            failing.fail(after: index)
            let error = #expect(throws: JSONStoreError.self) { try context.save() }
            #expect(error?.code == .fileSystem)
            #expect(error?.message.contains(Self.operationNames[index]) == true)
            #expect(
                failing.performed.prefix { $0 != "close" } == Self.operationNames[...index].prefix { $0 != "close" })

            let isNew = Self.operationNames[index] == "synchronizeFolder"
            #expect(try file.fileNames == (oldBytes == nil && !isNew ? [] : ["Store.json"]))
            if !isNew, let oldBytes { #expect(try file.bytes == oldBytes) }
            #expect(context.insertedObjects == [hero])
            #expect(hero.objectID.isTemporaryID)
            #expect(try context.all(Superhero.self).count == (isFirstSave ? 1 : 2))

            if index % 2 == 0 {
                failing.fail(after: nil)
                try context.save()
                #expect(!context.hasChanges)
                oldBytes = nil
            }
        }
        let isSaved = index % 2 == 0 || Self.operationNames[index] == "synchronizeFolder"
        try file.session { context in
            let names = try context.all(Superhero.self).compactMap(\.name)
            #expect(names == (isFirstSave ? [] : ["old"]) + (isSaved ? ["new"] : []))
            try context.expectSound()
        }
        #expect(try file.fileNames == (isFirstSave && !isSaved ? [] : ["Store.json"]))
    }

    @Test func aFailedSaveCanBeRolledBack() throws {
        let file = try StoreFile()
        let failing = FailingOperations()
        let context = try file.open(failing.operations)
        let hero = Superhero(context: context)
        hero.name = "old"
        try context.save()
        hero.name = "new"
        failing.fail(after: 1)
        #expect(throws: JSONStoreError.self) { try context.save() }
        context.rollback()
        #expect(hero.name == "old")
        failing.fail(after: nil)
        _ = Team(context: context)
        try context.save()
        #expect(try !file.text.contains("new"))
    }
}
