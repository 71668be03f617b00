import Foundation

/// Waits until something is so, half a minute at most if nothing else is said.
///
/// - Returns: Whether it is.
public func eventually(within duration: Duration = .seconds(30), _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + duration
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return try condition()
}
