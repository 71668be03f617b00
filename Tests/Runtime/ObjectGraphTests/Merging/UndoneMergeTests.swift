import ObjectGraph
import Testing

/// Undo of what a merge policy has done.
struct UndoneMergeTests {
    @Test(
        "UND-8 an object that a policy has deleted, and undo has restored, keeps its values while saves of it fail",
        .enabled(if: TestedStoreDescription.isResident, "it has a store of its own; unset MODELGEN_TEST_STORE"))
    func deletedByPolicy() throws {
        let store = InstrumentedStore(model: MeetingModel.model)
        let container = try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
        let objects = ["Box", "Box", "Tag", "Tag"]
        let filling = container.newContext()
        let objectIDs = try {
            let inserted = objects.map { filling.insert($0) }
            try filling.save()
            return inserted.map(\.objectID)
        }()
        let others = container.newContext()
        others.object(with: objectIDs[2]).setValue(others.object(with: objectIDs[0]), forKey: "box")
        try others.save()
        let context = container.newContext()
        context.undoHistory = UndoHistory()
        context.mergePolicy = MergePolicy(.overwrite)
        let (box, first, second) = (
            context.object(with: objectIDs[1]), context.object(with: objectIDs[2]), context.object(with: objectIDs[3])
        )
        first.setValue("Ý", forKey: "name")
        try context.save()
        first.setValue(box, forKey: "box")
        // The constraint allows one tag of a name, and the policy prefers one of them.
        second.setValue("Ý", forKey: "name")
        context.processPendingChanges()
        let save = try #require(try context.beginSave())
        store.failCalls(after: 0)
        save.commit?.run()
        store.failCalls(after: nil)
        // Both ends of the link are as they are stored again.
        let former = context.object(with: objectIDs[0])
        first.setValue(former, forKey: "box")
        for object in [former, first] { context.refresh(object, mergeChanges: false) }
        save.complete()
        #expect(throws: InstrumentedStore.InjectedError.self) { try save.result() }
        try context.save()
        #expect(first.managedObjectContext == nil)
        context.processPendingChanges()
        context.undo()
        context.processPendingChanges()
        #expect(first.isInserted && !first.isDeleted)
        #expect(first.value(forKey: "name") as? String == "Ý")
        let view = MeetingFailures.view(of: context)
        var failureCount = 0
        while failureCount < 100 {
            store.failCalls(after: failureCount)
            let result = Result { try context.save() }
            store.failCalls(after: nil)
            guard case .failure = result else { break }
            failureCount += 1
            #expect(MeetingFailures.view(of: context) == view)
        }
        #expect(failureCount > 0 && !context.hasChanges)
        #expect(try GraphContents(container.persistentStoreCoordinator).contradictions == [])
    }
}
