import Synchronization

/// Those who want to be told of something, called in the order in which they came.
final class Observers<Element: Sendable>: Sendable {
    private struct State {
        var handlers: [Int: @Sendable (Element) -> Void] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds one.
    ///
    /// - Returns: What to remove it by.
    @discardableResult
    func add(_ handler: @escaping @Sendable (Element) -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
    }

    func remove(_ number: Int) { state.withLock { $0.handlers[number] = nil } }

    /// Tells all, on this thread. What they are told is made only where there are any.
    func tell(_ element: () -> Element) {
        let handlers = state.withLock { state in state.handlers.sorted { $0.key < $1.key }.map(\.value) }
        guard !handlers.isEmpty else { return }
        let element = element()
        for handler in handlers { handler(element) }
    }
}
