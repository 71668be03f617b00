import Dispatch

extension DispatchQueue {
    /// Runs a closure of the program later.
    ///
    /// Apple's SDKs before 26 declare the closures of `perform` and the like without `@Sendable`, and sources that were
    /// written for them must compile. Only the program knows whether what they capture may leave its queue.
    func runLater(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        async { body() }
    }
}
