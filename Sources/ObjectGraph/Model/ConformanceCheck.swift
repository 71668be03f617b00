import Synchronization

/// Whether a class conforms to ``PropertyValidating``, found out when it is first asked for.
///
/// The first look for a conformance goes through all conformances of a program, which takes longer than all else that is
/// done to describe an entity.
final class ConformanceCheck: Sendable {
    private enum Answer {
        static let unknown: UInt8 = 0
        static let no: UInt8 = 1
        static let yes: UInt8 = 2
    }

    private let answer = Atomic<UInt8>(Answer.unknown)

    /// O(1) but for the first time. Tasks that ask at once find out the same.
    func holds(for managedObjectClass: ManagedObject.Type) -> Bool {
        let known = answer.load(ordering: .relaxed)
        if known != Answer.unknown { return known == Answer.yes }
        let validates = managedObjectClass is any PropertyValidating.Type
        answer.store(validates ? Answer.yes : Answer.no, ordering: .relaxed)
        return validates
    }
}
