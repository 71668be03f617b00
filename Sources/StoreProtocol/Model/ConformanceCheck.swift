import Synchronization

/// Whether a class conforms to a protocol, found out when it is first asked for.
///
/// The first look for a conformance goes through all conformances of a program, which takes longer than all else that is
/// done to describe an entity.
package final class ConformanceCheck: Sendable {
    private enum Answer {
        static let unknown: UInt8 = 0
        static let no: UInt8 = 1
        static let yes: UInt8 = 2
    }

    private let answer = Atomic<UInt8>(Answer.unknown)

    /// O(1) but for the first time. Tasks that ask at once find out the same.
    ///
    /// - Parameter conforms: Finds out.
    package func holds(_ conforms: () -> Bool) -> Bool {
        let known = answer.load(ordering: .relaxed)
        if known != Answer.unknown { return known == Answer.yes }
        let holds = conforms()
        answer.store(holds ? Answer.yes : Answer.no, ordering: .relaxed)
        return holds
    }
}
