import Dispatch

/// Whether the current thread runs the main actor. On Linux, that need not be the main thread once the process waits.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }

private let mainQueueKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()
