import Foundation
import Synchronization
import TestSupport

extension BuiltProduct {
    private static let starting = Mutex(())

    /// Runs the program until a condition is met, and then ends it by a signal.
    ///
    /// - Returns: The ended process.
    func run(
        _ arguments: [String], in folder: URL, endedBy number: Int32, when isReached: () throws -> Bool
    ) throws -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try Self.starting.withLock { _ in
            // A shell that runs the tests in the background ignores signals, which the program would inherit.
            let previous = signal(number, SIG_DFL)
            defer { _ = signal(number, previous) }
            try process.run()
        }
        while process.isRunning, try !isReached() { usleep(100) }
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        return process
    }
}
