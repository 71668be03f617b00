import Foundation

/// Waits until something is so, half a minute at most.
///
/// - Returns: Whether it is.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return try condition()
}
