import Foundation
import TestSupport
import Testing

/// The program that writes the fixtures, which is run if the machine has Python.
@Suite struct FixtureProgramTests {
    /// Runs Python in the repository; returns its exit code, and what it prints.
    private static func python(_ arguments: String...) throws -> (exitCode: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.currentDirectoryURL = SourceTree.root
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private static let isAvailable: Bool = {
        let needed = "import sqlite3, sys; sys.exit(0 if sys.version_info >= (3, 8) else 1)"
        return (try? python("-c", needed).exitCode) == 0
    }()

    @Test(
        "The program would write the same fixtures again",
        .enabled(if: isAvailable, "there is no Python 3.8 or later; install the package 'python3'"))
    func fixturesAreUpToDate() throws {
        let checked = try Self.python("Tests/Scripts/fixtures", "--check")
        #expect(checked.exitCode == 0, "\(checked.output)")
    }
}
