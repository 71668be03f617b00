import Foundation
import Synchronization

/// Reads a named pipe to its end, on a thread of its own, which waits for a writer.
final class PipeReader: Sendable {
    private let received = Mutex<Data?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    init(_ path: String) {
        Thread.detachNewThread { [self] in
            let handle = FileHandle(forReadingAtPath: path)
            let bytes = try? handle?.readToEnd()
            received.withLock { $0 = bytes ?? Data() }
            isDone.signal()
        }
    }

    /// What was read; nil when nobody has written for a minute.
    func text() -> String? {
        guard isDone.wait(timeout: .now() + 60) == .success else { return nil }
        return received.withLock { $0.map { String(decoding: $0, as: UTF8.self) } }
    }
}
