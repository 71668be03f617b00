import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a program is writing under hidden names, and removes if a signal such as that of Control-C ends it.
///
/// This has an effect only after ``SystemCall/prepareProgram()``: the signals of an app are its own concern.
package enum UnfinishedFiles {
    private struct State {
        var isInProgram = false
        var handlesSignals = false
        /// How to remove what is being written, by numbers.
        var removals: [Int: @Sendable () -> Void] = [:]
        var lastNumber = 0
    }

    private static let state = Mutex(State())
    /// The end of a pipe into which the signal handler writes.
    private static let signalPipe = Atomic<Int32>(-1)

    static func beginProgram() { state.withLock { $0.isInProgram = true } }

    /// Writes files, which are removed if a signal ends the program meanwhile.
    ///
    /// - Parameter removal: A closure that removes the files, as far as they exist. It can run on another thread.
    package static func whileWriting<Result>(
        removal: @escaping @Sendable () -> Void, _ body: () throws -> Result
    ) throws -> Result {
        let number = state.withLock { state -> Int? in
            guard state.isInProgram else { return nil }
            if !state.handlesSignals { state.handlesSignals = handleSignals() }
            state.lastNumber += 1
            state.removals[state.lastNumber] = removal
            return state.lastNumber
        }
        defer { if let number { state.withLock { $0.removals[number] = nil } } }
        return try body()
    }

    /// Gives several files their names, with either none or all of them before a signal ends the program.
    package static func finish(_ body: () throws -> Void) throws { try state.withLock { _ in try body() } }

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
            end(by: Int32(number))
        }
        return true
    }

    private static func end(by number: Int32) {
        // Nothing is finished any more until the process ends.
        state.withLock { state in
            for removal in state.removals.values { removal() }
            // The parent sees which signal it was.
            _ = signal(number, SIG_DFL)
            kill(getpid(), number)
            sleep(1)
            _exit(128 + number)
        }
    }
}
