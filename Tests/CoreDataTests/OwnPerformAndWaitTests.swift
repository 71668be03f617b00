import CoreData
import Foundation
import Testing

extension NSManagedObjectContext {
    /// As programs write it on the method without a result, which Core Data had first.
    fileprivate func performAndWait<Value>(_ block: () throws -> Value) throws -> Value {
        var outcome: Result<Value, any Error>?
        performAndWait { outcome = Result { try block() } }
        return try #require(outcome).get()
    }
}

#if compiler(>=6.2)
    struct OwnPerformAndWaitTests {
        @Test("A program's own performAndWait calls Core Data's, and not itself")
        func ownExtension() async {
            await #expect(processExitsWith: .success) {
                let context = makeContainer().newBackgroundContext()
                let value: Int = try context.performAndWait { 5 }
                #expect(value == 5)
                #expect(throws: CocoaError.self) {
                    try context.performAndWait { throw CocoaError(.featureUnsupported) }
                }
                let performAndWait: (() -> Void) -> Void = context.performAndWait
                var isDone = false
                performAndWait { isDone = true }
                #expect(isDone)
            }
        }
    }
#endif
