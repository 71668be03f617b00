import Foundation

/// How the work on the file of a large store is shared out among threads.
package struct WorkSharing: Sendable, Hashable {
    /// How many threads work at a time, the one that asks for the work among them; nil for as many as there are processors,
    /// up to where the memory is the one that all wait for.
    package var threadCount: Int?
    /// Smaller files, and tables whose rows are fewer than these bytes could hold, are one thread's work.
    package var leastSizeBytes: Int

    package init(threadCount: Int? = nil, leastSizeBytes: Int = 1 << 20) {
        self.threadCount = threadCount
        self.leastSizeBytes = leastSizeBytes
    }

    /// The number of threads for a file, or for rows that are expected to take so many bytes.
    func threadCount(forBytes sizeBytes: Int) -> Int {
        guard sizeBytes >= leastSizeBytes else { return 1 }
        return max(1, threadCount ?? min(Self.processorCount, 4))
    }

    private static let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
