import CoreData
import Dispatch
import Foundation
import Testing

struct CoordinatorQueueTests {
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())

    // Unchecked: it is used on the coordinator's queue only.
    /// What the blocks have done.
    private final class Steps: @unchecked Sendable {
        var numbers: [Int] = []
    }

    @Test("A coordinator runs blocks one at a time, in their order")
    func order() async {
        let steps = Steps()
        for step in 0..<200 { coordinator.later { steps.numbers.append(step) } }
        let numbers = await coordinator.perform { steps.numbers }
        #expect(numbers == Array(0..<200))
    }

    @Test("Blocks that are waited for exclude others, can be nested, and return results or throw errors")
    func waiting() {
        let entered = DispatchSemaphore(value: 0)
        let nested: Int = coordinator.performAndWait {
            DispatchQueue.global().async { coordinator.performAndWait { _ = entered.signal() } }
            #expect(entered.wait(timeout: .now() + 0.05) == .timedOut)
            return coordinator.performAndWait { 5 }
        }
        #expect(nested == 5)
        #expect(entered.wait(timeout: .now() + 30) == .success)
        #expect(throws: CocoaError.self) {
            try coordinator.performAndWait { () throws -> Int in throw CocoaError(.coreData) }
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// Calls `perform(_:)` where the compiler would take the asynchronous method of the same name.
    fileprivate func later(_ block: @escaping () -> Void) { perform(block) }
}
