/// A delegate that forwards to several others, which it does not retain.
struct MulticastDelegate {
    private struct Member {
        weak var listener: (any DatabaseListener)?
    }

    private var members: [Member] = []

    mutating func add(_ listener: any DatabaseListener) { members.append(Member(listener: listener)) }

    mutating func remove(_ listener: any DatabaseListener) {
        members.removeAll { $0.listener === listener || $0.listener == nil }
    }

    /// Tells the remaining listeners that follow such changes, in the order in which they were added.
    mutating func invoke(_ type: ListenerType, _ tell: (any DatabaseListener) -> Void) {
        members.removeAll { $0.listener == nil }
        for listener in members.compactMap(\.listener) where listener.isTold(of: type) { tell(listener) }
    }
}
