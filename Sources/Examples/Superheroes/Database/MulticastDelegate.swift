/// Several delegates in the place of one, none of which is kept alive.
struct MulticastDelegate {
    private struct Member {
        weak var listener: (any DatabaseListener)?
    }

    private var members: [Member] = []

    mutating func add(_ listener: any DatabaseListener) { members.append(Member(listener: listener)) }

    mutating func remove(_ listener: any DatabaseListener) {
        members.removeAll { $0.listener === listener || $0.listener == nil }
    }

    /// Tells those who are still there and want to know, in the order in which they came.
    mutating func invoke(_ type: ListenerType, _ tell: (any DatabaseListener) -> Void) {
        members.removeAll { $0.listener == nil }
        for listener in members.compactMap(\.listener) where listener.isTold(of: type) { tell(listener) }
    }
}
