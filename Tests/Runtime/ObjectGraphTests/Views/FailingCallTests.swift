import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

/// A store that fails at one of its calls, whichever it is: the operation throws, or observers get the error; the
/// context is as before; and the same operation succeeds when the store works again.
@Suite(.enabled(if: TestedStoreDescription.isResident, "it has stores of its own; unset MODELGEN_TEST_STORE"))
struct FailingCallTests {
    @Test(
        "An operation whose store fails at any of its calls changes nothing, and succeeds later",
        arguments: FailingOperation.allCases, FailingScene.Kind.allCases)
    func failing(_ operation: FailingOperation, _ kind: FailingScene.Kind) async throws {
        let unhindered = try FailingScene(operation, kind)
        // What it shows before is read in each scene.
        _ = unhindered.view()
        let answer = try await unhindered.take()
        let (view, stored) = (unhindered.view(), try unhindered.stored())
        // With all capabilities, calls after the first ones are sampled where there is little time.
        let step = kind == .plain || runsLongTests ? 1 : 3
        var count = 0
        while true {
            let place = Comment(rawValue: "\(operation), \(kind), call \(count)")
            let scene = try FailingScene(operation, kind)
            let before = scene.view()
            let (failedAnswer, errors, failureCount) = await scene.fail(after: count)
            #expect(errors.allSatisfy { $0 is InstrumentedStore.InjectedError }, place)
            // What fails after the commit is read later.
            let mayFollowLater = kind == .database && operation.followsOthers && scene.view() == before
            if !errors.isEmpty || mayFollowLater {
                if !operation.appliesWaitingDeletions {
                    #expect(scene.view() == before, "\(operation), \(kind) has changed something at call \(count)")
                }
                #expect(try await scene.take() == answer, place)
            } else {
                #expect(failedAnswer == answer, place)
            }
            #expect(scene.view() == view, place)
            let difference = try scene.stored().difference(from: stored)
            #expect(difference.isEmpty, place)
            // Nothing is left to fail.
            if failureCount == 0 { break }
            count += count < 4 ? 1 : step
            try #require(count < 500)
        }
        #expect((count > 0) == operation.callsStore(of: kind), "\(operation), \(kind)")
    }

    @Test("A deletion that failed, was repeated and undone stays undone when the context is saved")
    func deletionUndone() throws {
        let store = InstrumentedStore(model: MeetingModel.model)
        let container = try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
        let others = container.newContext()
        let label = others.insert("Label", ["name": "L"])
        try others.save()
        let context = container.newContext()
        context.undoHistory = UndoHistory()
        let own = context.twin(label)
        store.failCalls(after: 0)
        context.delete(own)
        store.failCalls(after: nil)
        #expect(!own.isDeleted)
        context.delete(own)
        context.processPendingChanges()
        #expect(own.isDeleted)
        context.undo()
        try context.save()
        #expect(!own.isDeleted)
        #expect(try container.newContext().objects("Label").count == 1)
    }

    /// What contexts that save at the same time end with.
    private struct Outcome {
        var error: (any Error)?
        var keepsChanges: Bool
        var laterError: (any Error)?
    }

    @Test(
        "Contexts whose changes are committed together get the error of the store, and save them when it works again",
        arguments: [0, 1, 2, 3, 100])
    func groups(failingAfter count: Int) throws {
        let store = GroupingStore(SharedDatabase(model: MeetingModel.model))
        let container = try PersistentContainer(model: MeetingModel.model, store: OpenStoreDescription(store))
        let (coordinator, calls) = (container.persistentStoreCoordinator, store.program.calls)
        let (isReady, hasSaved, mayRepeat) = (Self.semaphore(), Self.semaphore(), Self.semaphore())
        let mayBegin = (0..<3).map { _ in Self.semaphore() }
        let outcomes = Mutex<[Outcome]>([])
        let group = DispatchGroup()
        for number in 0..<3 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                let context = container.newContext()
                let label = context.insert("Label", ["name": "\(number)"])
                // So that only the commit asks the store.
                let beginning = Result { try context.obtainPermanentIDs(for: [label]) }
                isReady.signal()
                mayBegin[number].wait()
                let saved = Result {
                    try beginning.get(); try context.save()
                }
                let keepsChanges = context.hasChanges
                hasSaved.signal()
                mayRepeat.wait()
                let later = Result { try context.save() }
                outcomes.withLock {
                    $0.append(Outcome(error: saved.error, keepsChanges: keepsChanges, laterError: later.error))
                }
            }
        }
        for _ in 0..<3 { isReady.wait() }
        calls.close()
        mayBegin[0].signal()
        #expect(Self.isSoon { calls.waitingCount == 1 })
        // The others wait for the first one, and are committed together.
        for semaphore in mayBegin.dropFirst() { semaphore.signal() }
        #expect(Self.isSoon { coordinator.waitingCommitCount == 2 })
        calls.failCalls(after: count)
        calls.open()
        for _ in 0..<3 { hasSaved.wait() }
        let failureCount = calls.failCalls(after: nil)
        for _ in 0..<3 { mayRepeat.signal() }
        group.wait()
        for outcome in outcomes.withLock({ $0 }) {
            #expect(outcome.error == nil || outcome.error is InstrumentedStore.InjectedError)
            #expect(outcome.keepsChanges == (outcome.error != nil))
            #expect(outcome.laterError == nil)
        }
        if count == 0 { #expect(outcomes.withLock { $0.count { $0.error != nil } } == 3) }
        if count == 100 { #expect(failureCount == 0 && store.groupSizes == [2]) }
        let labels = try container.newContext().objects("Label").compactMap { $0.text("name") }
        #expect(labels.sorted() == ["0", "1", "2"])
    }

    private static func semaphore() -> DispatchSemaphore { DispatchSemaphore(value: 0) }

    /// Waits until something is so, half a minute at most.
    private static func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if condition() { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return condition()
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
