import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a program is writing under names that it changes or forgets later, and removes if a signal such as that of
/// Control-C ends it.
///
/// This has an effect only after ``SystemCall/prepareProgram()``: the signals of an app are its own concern.
package enum UnfinishedFiles {
    private struct State {
        var isInProgram = false
        var handlesSignals = false
        /// Whether a signal is ending the program.
        var isEnding = false
        /// What is being written, and how to remove it, in the order in which it was begun.
        var entries: [(path: String, removal: @Sendable () -> Void)] = []
    }

    private static let state = Mutex(State())
    /// Locked while files get their names, which a signal waits for.
    private static let naming = Mutex(())
    /// The end of a pipe into which the signal handler writes.
    private static let signalPipe = Atomic<Int32>(-1)

    static func beginProgram() { state.withLock { $0.isInProgram = true } }

    /// Notes what is about to be written, until ``end(_:)``.
    ///
    /// - Parameters:
    ///   - path: The path of what is written, which nothing else that is written has.
    ///   - removal: A closure that removes what is written, as far as it exists. It can run on another thread, and more
    ///     than once.
    package static func begin(_ path: String, removal: @escaping @Sendable () -> Void) {
        let isEnding = state.withLock { state in
            guard state.isInProgram else { return false }
            if !state.handlesSignals { state.handlesSignals = handleSignals() }
            state.entries.append((path, removal))
            return state.isEnding
        }
        if isEnding { waitForEnd() }
    }

    /// Forgets what was written, because it has its name, or was removed.
    package static func end(_ path: String) {
        let isEnding = state.withLock { state in
            state.entries.removeAll { $0.path == path }
            return state.isEnding
        }
        // An error about a file that a signal has removed is not the reason why the program ends.
        if isEnding { waitForEnd() }
    }

    /// Writes files, which are removed if a signal ends the program meanwhile.
    package static func whileWriting<Result>(
        _ path: String, removal: @escaping @Sendable () -> Void, _ body: () throws -> Result
    ) rethrows -> Result {
        begin(path, removal: removal)
        defer { end(path) }
        return try body()
    }

    /// Fills a folder, which is removed if a signal ends the program meanwhile.
    package static func whileFilling<Result>(_ folder: String, _ body: () throws -> Result) rethrows -> Result {
        try whileWriting(folder, removal: { removeFolder(folder) }, body)
    }

    /// Gives files their names, with either none or all of them before a signal ends the program.
    package static func finish(_ body: () throws -> Void) throws { try naming.withLock { _ in try body() } }

    /// Removes a folder into which another thread may still be writing.
    private static func removeFolder(_ folder: String) {
        // The thread may create the folder again, but finds none of its files there.
        for _ in 0..<100 where FileKind(ofEntryAt: folder) != nil {
            let removed = TemporaryName.beside(folder)
            try? FileManager.default.removeItem(atPath: rename(folder, removed) == 0 ? removed : folder)
        }
    }

    private static func waitForEnd() -> Never {
        while true { sleep(1) }
    }

    /// Lets signals remove the files first. Programs that this one starts do not inherit that, and a signal that the
    /// parent ignores, as `nohup` does, stays ignored.
    private static func handleSignals() -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = ends[0]
        signalPipe.store(ends[1], ordering: .sequentiallyConsistent)
        for number in [SIGHUP, SIGINT, SIGTERM] {
            // A handler may only do what can interrupt anything else.
            let previous: (@convention(c) (Int32) -> Void)? = signal(number) { number in
                let interruptedError = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(UnfinishedFiles.signalPipe.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = interruptedError
            }
            // The value of `SIG_IGN`.
            if unsafeBitCast(previous, to: Int.self) == 1 { _ = signal(number, SIG_IGN) }
        }
        DispatchQueue(label: "modelgen.signals").async {
            var number: UInt8 = 0
            guard SystemCall.retrying({ read(reader, &number, 1) }) == 1 else { return }
            endProcess(by: Int32(number))
        }
        return true
    }

    private static func endProcess(by number: Int32) {
        // Nothing gets its name any more until the process ends.
        naming.withLock { _ in
            let removals = state.withLock { state in
                state.isEnding = true
                return state.entries.map { $0.removal }
            }
            // The inner ones first, and twice: a thread may be about to create a file that was to be removed.
            for removal in removals.reversed() + removals.reversed() { removal() }
            // The parent sees which signal it was.
            _ = signal(number, SIG_DFL)
            kill(getpid(), number)
            sleep(1)
            _exit(128 + number)
        }
    }
}
