import FileAccess
import Synchronization
import Testing

/// Work on several threads, whose results are delivered in order.
struct OrderedWorkTests {
    private struct InjectedError: Error, Equatable {
        var piece: Int
    }

    /// Works on the numbers below 500.
    private func perform(
        on threadCount: Int, work: (Int) throws -> Int, take: (Int) throws -> Void
    ) throws {
        var pieces = (0..<500).makeIterator()
        try ParallelWork.perform(on: threadCount) {
        } next: { _ in
            pieces.next()
        } work: { _, piece in
            try work(piece)
        } take: { result in
            try take(result)
        }
    }

    @Test("Results are delivered in order, one at a time", arguments: 1...4)
    func order(_ threadCount: Int) throws {
        var taken: [Int] = []
        let takingCount = Atomic(0)
        var isAlone = true
        try perform(on: threadCount) { piece in
            piece * piece
        } take: { square in
            isAlone = isAlone && takingCount.add(1, ordering: .sequentiallyConsistent).newValue == 1
            taken.append(square)
            takingCount.subtract(1, ordering: .sequentiallyConsistent)
        }
        #expect(taken == (0..<500).map { $0 * $0 })
        #expect(isAlone)
    }

    @Test("The first error in order ends the work", arguments: 1...4)
    func firstError(_ threadCount: Int) {
        var taken: [Int] = []
        let begunCount = Atomic(0)
        #expect(throws: InjectedError(piece: 30)) {
            try perform(on: threadCount) { piece in
                begunCount.add(1, ordering: .relaxed)
                if piece >= 30 { throw InjectedError(piece: piece) }
                return piece
            } take: {
                taken.append($0)
            }
        }
        #expect(taken == Array(0..<30))
        // Others were begun before the error was known, and none after it.
        #expect(begunCount.load(ordering: .relaxed) < 500)
    }

    @Test("After an error of the consumer, no other results are delivered", arguments: 1...4)
    func errorOfConsumer(_ threadCount: Int) {
        var taken: [Int] = []
        #expect(throws: InjectedError(piece: 3)) {
            try perform(on: threadCount) {
                $0
            } take: { piece in
                if piece == 3 { throw InjectedError(piece: piece) }
                taken.append(piece)
            }
        }
        #expect(taken == [0, 1, 2])
    }
}
