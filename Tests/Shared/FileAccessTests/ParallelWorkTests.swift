import FileAccess
import Synchronization
import Testing

/// Work on many items, whose results are returned together.
@Suite struct ParallelWorkTests {
    private struct InjectedError: Error, Equatable {
        var item: Int
    }

    @Test("The results are in the order of the items, and the progress counts each item once", arguments: [0, 1, 300])
    func order(_ count: Int) {
        let counts = Mutex<[Int]>([])
        let squares = ParallelWork.map(
            Array(0..<count), progress: { completedCount in counts.withLock { $0.append(completedCount) } }
        ) { item in item * item }
        #expect(squares == (0..<count).map { $0 * $0 })
        #expect(counts.withLock { $0 } == Array((0..<count).map { $0 + 1 }))
    }

    @Test("The error is that of the first item that failed, in the order of the items")
    func firstError() {
        #expect(throws: InjectedError(item: 30)) {
            try ParallelWork.map(Array(0..<100)) { item throws(InjectedError) in
                if item >= 30 { throw InjectedError(item: item) }
                return item
            }
        }
    }

    @Test("There is a processor")
    func processorCount() { #expect(ParallelWork.processorCount > 0) }
}
