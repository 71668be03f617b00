import Foundation
import TestSupport
import Testing

/// One function ends a program, and says why in every build.
struct ProgramEndTests {
    @Test("An optimized program that is ended prints the reason, and where it was ended")
    func messageInOptimizedBuild() throws {
        let folder = try TemporaryFolder()
        let main = folder.url.appending(path: "main.swift")
        try #"require(CommandLine.arguments.count > 1, "no argument was given")"#
            .write(to: main, atomically: true, encoding: .utf8)
        let program = folder.url.appending(path: "program").path(percentEncoded: false)
        let source = SourceTree.file("Sources/StoreProtocol/ProgramEnd.swift").path(percentEncoded: false)
        let compiler = try run(
            "swiftc", "-O", "-package-name", "modelgen", "-module-name", "Program", "-o", program, source,
            main.path(percentEncoded: false))
        #expect(compiler == Outcome(hasSucceeded: true, errorOutput: ""))
        let ended = try run(program)
        #expect(!ended.hasSucceeded)
        #expect(ended.errorOutput.hasPrefix("Program/main.swift:1: Fatal error: no argument was given\n"))
        #expect(try run(program, "argument") == Outcome(hasSucceeded: true, errorOutput: ""))
    }

    @Test("No source ends the program in another way")
    func onlyWay() throws {
        let folder = SourceTree.folder("Sources").path(percentEncoded: false)
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let others = try files.filter { $0.hasSuffix(".swift") }.sorted().filter { file in
            let text = try String(contentsOfFile: folder + file, encoding: .utf8)
            // What such a call begins with, in a cheap search first: few files have one of the words.
            guard ["fatalError(", "precondition", "assert"].contains(where: text.contains) else { return false }
            return text.split(separator: "\n").contains { line in
                !line.contains("//") && line.contains(/\b(fatalError|preconditionFailure|precondition|assert\w*)\(/)
            }
        }
        #expect(others == ["StoreProtocol/ProgramEnd.swift"])
    }

    private struct Outcome: Equatable {
        var hasSucceeded: Bool
        var errorOutput: String
    }

    private func run(_ arguments: String...) throws -> Outcome {
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // The backtrace of a crash takes seconds, and follows the message.
        process.arguments = ["SWIFT_BACKTRACE=enable=no"] + arguments
        process.standardError = errors
        try process.run()
        let output = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            hasSucceeded: process.terminationReason == .exit && process.terminationStatus == 0,
            errorOutput: String(decoding: output, as: UTF8.self))
    }
}
