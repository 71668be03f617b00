import ObjectGraph
import Testing

/// Undo of changes that a merge policy has replaced by a deletion.
struct UndoneMergeTests {
    @Test("UND-8 undoing changes of an object that a policy has deleted restores its values")
    func deletedByPolicy() throws {
        let container = try PersistentContainer(model: MeetingModel.model, store: .tested)
        let context = container.newContext()
        context.undoHistory = UndoHistory()
        context.mergePolicy = MergePolicy(.overwrite)
        let (box, first, second) = (context.insert("Box"), context.insert("Tag"), context.insert("Tag"))
        first.setValue(1, forKey: "number")
        try context.save()
        let others = container.newContext()
        others.object(with: first.objectID).setValue("Ý", forKey: "name")
        try others.save()
        context.refreshAllObjects()
        context.undoHistory?.removeAll()
        first.setValue(box, forKey: "box")
        context.processPendingChanges()
        // The constraint allows one tag of a name, and the policy prefers the one that is saved.
        second.setValue("Ý", forKey: "name")
        try context.save()
        #expect(first.managedObjectContext == nil)
        for _ in 0..<3 where context.undoHistory?.canUndo == true { context.undo() }
        #expect(first.isInserted && !first.isDeleted)
        #expect(first.value(forKey: "number") as? Int64 == 1)
        #expect(second.value(forKey: "name") == nil)
        try context.save()
        #expect(!first.isDeleted && first.managedObjectContext === context)
        #expect(try GraphContents(container.persistentStoreCoordinator).contradictions == [])
    }
}
