import Foundation
import ObjectGraph
import StoreConformance
import Synchronization
import Testing

/// A store that violates a requirement causes an error.
@Suite struct StoreContractErrorTests {
    private struct BrokenStoreDescription: PersistentStoreDescription {
        let fault: BrokenStore.Fault

        func openStore(for model: ManagedObjectModel) -> any PersistentStore {
            BrokenStore(model: model, fault: fault)
        }
    }

    @Test(
        "A fetch from a store that violates the contract throws an error that names the rule",
        arguments: BrokenStore.Fault.allCases)
    func aFetchThrowsAndNamesThePromise(_ fault: BrokenStore.Fault) throws {
        let store = BrokenStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let context = container.newContext()
        for title in ["a", "b", "c"] {
            let notebook = context.insert("Notebook", ["title": title])
            context.insert("Note", ["content": title, "notebook": notebook])
        }
        try context.save()
        store.breakPromise(fault)
        // The state that contexts have was opened before.
        context.insert("Person", ["name": "Ann", "city": "Ghent"])
        try context.save()
        if fault == .countsVersionsDown { try change(in: container) }
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.fetchLimit = 2
        request.relationshipKeyPathsForPrefetching = ["notebook.notes"]
        let other = container.newContext()
        let error = #expect(throws: StoreContractError.self) { try other.fetch(request) }
        #expect(error?.rule == fault.promise)
        #expect(error?.description.contains(fault.promise.rawValue) == true)
    }

    private func change(in container: PersistentContainer) throws {
        let context = container.newContext()
        for note in try context.fetch(FetchRequest<ManagedObject>(entityName: "Note")) {
            note.setValue("another", forKey: "content")
        }
        try context.save()
    }

    @Test(
        "Checking the conformance of a broken store fails and names the rule that it violates",
        arguments: BrokenStore.Fault.allCases)
    func conformanceFailsAndNamesThePromise(_ fault: BrokenStore.Fault) throws {
        let failure = #expect(throws: StoreConformanceError.self) {
            try fault.brokenRule.check(reopens: false) { BrokenStoreDescription(fault: fault) }
        }
        #expect(failure?.description.contains(fault.promise.rawValue) == true)
    }

    @Test(
        "A number for a new object that is not positive, or is another object's, is an error",
        arguments: [0, -1, Int64.min, 1])
    func numbers(number: Int64) throws {
        let store = NumberedStore(model: Office.model)
        let context = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store)).newContext()
        let first = context.insert("Note", ["content": "first"])
        try context.save()
        #expect(store.number == 2)
        first.setValue("changed", forKey: "content")
        let second = context.insert("Note")
        store.number = number
        let error = #expect(throws: StoreContractError.self) { try context.obtainPermanentIDs(for: [second]) }
        #expect(error?.rule == .number)
        store.number = number
        #expect(throws: StoreContractError.self) { try context.save() }
        #expect(first.hasChanges && first.managedObjectContext === context)
        store.number = 2
        try context.save()
        #expect(try context.afresh { try $0.objects("Note").count } == 2)
    }
}

extension BrokenStore.Fault {
    /// The promise that is broken.
    fileprivate var promise: StoreContractError.Rule {
        switch self {
        case .answersWithAnotherEntity: .entity
        case .answersWithAnObjectTwice, .handsOutARowTwice: .repetition
        case .answersWithAnUnknownObject: .identity
        case .answersBeyondTheLimit: .range
        case .leavesOutAValue: .values
        case .leadsToAnObjectTwice: .destinations
        case .leavesOutDestinations: .count
        case .countsVersionsDown: .version
        }
    }

    /// The rule of conformance that finds it.
    fileprivate var brokenRule: StoreConformance {
        switch self {
        case .answersWithAnotherEntity, .answersWithAnObjectTwice, .answersWithAnUnknownObject, .answersBeyondTheLimit:
            .resultsMatchTheQuery
        case .handsOutARowTwice, .leavesOutAValue: .rowsAreComplete
        case .leadsToAnObjectTwice, .leavesOutDestinations: .destinationsAgree
        case .countsVersionsDown: .versionsIncrease
        }
    }
}

/// A store that reserves the numbers that a test sets.
private final class NumberedStore: PersistentStore {
    private let store: InMemoryStore
    private let next = Mutex<Int64>(1)

    init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

    var identifier: UUID { store.identifier }

    /// The next number.
    var number: Int64 {
        get { next.withLock { $0 } }
        set { next.withLock { $0 = newValue } }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        next.withLock { next in
            defer { next &+= Int64(count) }
            return next
        }
    }

    func openView() -> any StoreView { store.openView() }
    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try store.commit(changes) }
}
