import Foundation
import SQLStore
import Synchronization
import Testing

@testable import ObjectGraph

/// Tasks that wait for one another.
struct WaitingLineTests {
    private let line = WaitingLine(for: .connection, of: "test", maximumCount: 2)

    @Test("As many tasks as are allowed take their turns at once, and the next one waits until its time has passed")
    func limits() throws {
        #expect(try line.takeTurn(upTo: 0))
        #expect(try line.takeTurn(upTo: 0))
        #expect(try !line.takeTurn(upTo: 0))
        let begin = ContinuousClock.now
        #expect(try !line.takeTurn(upTo: 20))
        #expect(ContinuousClock.now - begin >= .milliseconds(20))
        line.passOn()
        #expect(try line.takeTurn(upTo: 0))
        #expect(try !line.takeTurn(upTo: 0))
    }

    @Test("A task that ends lets one that waits go on, and no more than are allowed run at once")
    func turns() throws {
        let counts = Mutex((running: 0, greatest: 0, ended: 0))
        let group = DispatchGroup()
        for _ in 0..<16 {
            group.enter()
            Thread.detachNewThread { [line] in
                defer { group.leave() }
                for _ in 0..<50 {
                    guard (try? line.takeTurn()) == true else { return }
                    counts.withLock { counts in
                        counts.running += 1
                        counts.greatest = max(counts.greatest, counts.running)
                    }
                    counts.withLock { counts in
                        counts.running -= 1
                        counts.ended += 1
                    }
                    line.passOn()
                }
            }
        }
        group.wait()
        let (running, greatest, ended) = counts.withLock { $0 }
        #expect(running == 0 && ended == 16 * 50)
        #expect(greatest <= 2)
    }

    @Test("A task that is canceled leaves the line, and its turn goes to the next one")
    func cancellation() throws {
        #expect(try line.takeTurn())
        #expect(try line.takeTurn())
        let cancellation = StoreCancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { cancellation.cancel() }
        #expect(throws: CancellationError.self) {
            try StoreCancellation.$current.withValue(cancellation) { _ = try line.takeTurn() }
        }
        line.passOn()
        #expect(try line.takeTurn(upTo: 0))
        // Canceled before it waits.
        #expect(throws: CancellationError.self) {
            try StoreCancellation.$current.withValue(cancellation) { _ = try line.takeTurn() }
        }
        line.passOn()
        line.passOn()
        #expect(try line.takeTurn(upTo: 0))
        #expect(try line.takeTurn(upTo: 0))
        #expect(try !line.takeTurn(upTo: 0))
    }

    @Test("A turn that comes to a task while it is canceled is not lost")
    func cancellationOfATurn() throws {
        let line = WaitingLine(for: .connection, of: "test")
        #expect(try line.takeTurn(upTo: 0))
        for round in 0..<200 {
            let cancellation = StoreCancellation()
            let group = DispatchGroup()
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                let hasTurn = try? StoreCancellation.$current.withValue(cancellation) { try line.takeTurn() }
                // It got its turn before it was canceled.
                if hasTurn == true { line.passOn() }
            }
            // Time to begin its wait, of which nothing tells.
            Thread.sleep(forTimeInterval: 0.001)
            if round.isMultiple(of: 2) {
                cancellation.cancel()
                line.passOn()
            } else {
                line.passOn()
                cancellation.cancel()
            }
            group.wait()
            #expect(try line.takeTurn(upTo: 0), "the turn of round \(round) is lost")
        }
    }
}
