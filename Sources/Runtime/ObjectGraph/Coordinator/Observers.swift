import Synchronization

/// Handlers that are called in the order of their registration.
final class Observers<Element: Sendable>: Sendable {
    private struct State {
        var handlers: [Int: @Sendable (Element) -> Void] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds a handler, and returns its number for ``remove(_:)``.
    @discardableResult
    func add(_ handler: @escaping @Sendable (Element) -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.handlers[state.lastNumber] = handler
            return state.lastNumber
        }
    }

    func remove(_ number: Int) { state.withLock { $0.handlers[number] = nil } }

    /// Calls all handlers on this thread. Creates the element only if there are any.
    func tell(_ element: () -> Element) {
        let handlers = state.withLock { state in state.handlers.sorted { $0.key < $1.key }.map(\.value) }
        guard !handlers.isEmpty else { return }
        let element = element()
        for handler in handlers { handler(element) }
    }
}
