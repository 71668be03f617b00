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
        let source = SourceTree.file("Sources/Runtime/StoreProtocol/ProgramEnd.swift").path(percentEncoded: false)
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
        let others = try Self.sources().filter { file, text in
            // What such a call begins with, in a cheap search first: few files have one of the words.
            guard ["fatalError(", "precondition", "assert"].contains(where: text.contains) else { return false }
            return text.split(separator: "\n").contains { line in
                !line.contains("//") && line.contains(/\b(fatalError|preconditionFailure|precondition|assert\w*)\(/)
            }
        }
        #expect(others.map(\.file) == ["Runtime/StoreProtocol/ProgramEnd.swift"])
    }

    /// A program may be ended by an accessor whose object cannot be read, by a programming error of the caller, and by
    /// a state that this code makes impossible. Data, files and servers are none of these: what reads them throws.
    @Test("Each call that ends the program is listed with its reason")
    func reasons() throws {
        let list = "ProgramEnds.txt"
        let url = SourceTree.folder("Tests/Goldens").appending(path: list)
        let known = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        var reasons: [String: String] = [:]
        for line in known.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { reasons[String(words[1].drop { $0 == " " })] = String(words[0]) }
        }
        let sources = try Self.sources().filter { $0.file != "Runtime/StoreProtocol/ProgramEnd.swift" }
        let calls = sources.flatMap { file, text in
            ProgramEndCall.all(in: text).map { "\(file): \($0.message)" }
        }
        let lines = calls.map { call in
            let reason = reasons[call] ?? "unexplained"
            return reason.padding(toLength: 12, withPad: " ", startingAt: 0) + call
        }
        try expectGolden(lines.map { $0 + "\n" }.joined(), at: list)
        for line in lines {
            #expect(["accessor", "misuse", "impossible"].contains { line.hasPrefix($0) }, "give the reason of \(line)")
        }
    }

    /// The source files and their texts, in the order of their paths.
    private static func sources() throws -> [(file: String, text: String)] {
        let folder = SourceTree.folder("Sources").path(percentEncoded: false)
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".swift") }.sorted().map {
            ($0, try String(contentsOfFile: folder + $0, encoding: .utf8))
        }
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
