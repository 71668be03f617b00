import Foundation
import Synchronization

/// Reads what a program says while it runs, on a thread of its own.
///
/// Who waits for a line blocks its thread, as running a program does: a task that slept would have to wait for the
/// tests that do.
final class LineReader: Sendable {
    private struct Text {
        var lines: [String] = []
        var rest = Data()

        mutating func take(_ bytes: ArraySlice<UInt8>) {
            rest.append(contentsOf: bytes)
            while let end = rest.firstIndex(of: 0x0A) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest = Data(rest[(end + 1)...])
            }
        }
    }

    private let text = Mutex(Text())
    private let hasMore = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        let descriptor = handle.fileDescriptor
        Thread.detachNewThread { [self] in
            // The handle closes its descriptor when nobody has it any more.
            withExtendedLifetime(handle) {
                var bytes = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = read(descriptor, &bytes, bytes.count)
                    guard count > 0 else { break }
                    text.withLock { $0.take(bytes[..<count]) }
                    hasMore.signal()
                }
            }
        }
    }

    /// The lines up to one of them, which is taken away with them; nil when it has not come within a minute.
    func lines(to last: String) -> [String]? {
        let end = DispatchTime.now() + 60
        while true {
            let found = text.withLock { text -> [String]? in
                guard let place = text.lines.firstIndex(of: last) else { return nil }
                defer { text.lines.removeFirst(place + 1) }
                return Array(text.lines[...place])
            }
            if let found { return found }
            guard hasMore.wait(timeout: end) == .success else { return nil }
        }
    }
}
