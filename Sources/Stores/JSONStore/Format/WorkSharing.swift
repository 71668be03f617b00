import FileAccess

/// How threads share the work on the file of a large store.
package struct WorkSharing: Sendable, Hashable {
    /// The number of threads that work at a time, including the calling one; nil for the number of processors, up to a
    /// limit beyond which memory is the bottleneck.
    package var threadCount: Int?
    /// The minimum size of files and tables for several threads.
    package var leastSizeBytes: Int

    package init(threadCount: Int? = nil, leastSizeBytes: Int = 1 << 20) {
        self.threadCount = threadCount
        self.leastSizeBytes = leastSizeBytes
    }

    /// The number of threads for a file or rows of an expected size in bytes.
    func threadCount(forBytes sizeBytes: Int) -> Int {
        guard sizeBytes >= leastSizeBytes else { return 1 }
        return max(1, threadCount ?? min(ParallelWork.processorCount, 4))
    }
}
