import Dispatch

extension DispatchQueue {
    /// Runs a closure of the program later.
    ///
    /// Apple declares the closures of `perform` and the like without `@Sendable`, so this module must as well, or
    /// sources for Apple's framework would not compile. Only the program knows whether what they capture may leave its
    /// queue.
    func runLater(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        async { body() }
    }
}
