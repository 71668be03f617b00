import Foundation
public import ObjectGraph
import SampleModels
public import TestSupport
public import Testing

/// A running `store-writer`, a program that saves all the time.
public final class WriterProcess {
    private let process = Process()
    private let pipe = Pipe()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: Those of the program: the store's file first.
    ///   - launcher: A program and its arguments which runs this one, such as one that changes the user.
    public init(_ arguments: [String], launcher: [String] = []) throws {
        let command = launcher + [BuiltProduct("store-writer").url.path(percentEncoded: false)] + arguments
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = pipe
        try process.run()
    }

    /// Whether it has not ended.
    public var isRunning: Bool { process.isRunning }

    /// Waits for the end.
    ///
    /// - Returns: The numbers of the saves that the process has acknowledged.
    public func finished() -> [Int] {
        let output = pipe.fileHandleForReading.readRest()
        process.waitUntilExit()
        return Self.numbers(output)
    }

    /// Waits until the process has acknowledged some saves, or has ended.
    ///
    /// - Returns: The numbers of these saves, which ``killed(after:_:)`` does not count again.
    public func acknowledged(_ wanted: Int) -> [Int] {
        var output = Data()
        while output.count(where: { $0 == UInt8(ascii: "\n") }) < wanted {
            let more = pipe.fileHandleForReading.readAvailable()
            if more.isEmpty { break }
            output += more
        }
        return Self.numbers(output)
    }

    /// Kills the process at a random moment of the save after some.
    ///
    /// - Returns: The numbers of the saves that the process has acknowledged.
    public func killed(after wanted: Int, _ generator: inout SplitMix) -> [Int] {
        let clock = ContinuousClock()
        var output = Data()
        var lastSave = Duration.milliseconds(20)
        while output.count(where: { $0 == UInt8(ascii: "\n") }) < wanted {
            let start = clock.now
            let more = pipe.fileHandleForReading.readAvailable()
            if more.isEmpty { break }
            output += more
            lastSave = clock.now - start
        }
        // Any moment of the save that is under way now, which takes about as long as the last one. Nothing depends on
        // it being met: every moment has to do.
        let deadline = clock.now + lastSave * Double.random(in: 0...1.2, using: &generator)
        while clock.now < deadline {}
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        output += pipe.fileHandleForReading.readRest()
        return Self.numbers(output)
    }

    private static func numbers(_ output: Data) -> [Int] {
        String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }
}

extension ManagedObjectContext {
    /// Expects what a killed `store-writer` leaves behind: all saves that it has acknowledged, and at most one more,
    /// which was under way when it died.
    ///
    /// - Parameter lastNumber: The number of the last acknowledged save.
    /// - Returns: The number of the last save that is stored.
    public func expectSaves(
        upTo lastNumber: Int, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        let numbers = try all(Superhero.self).compactMap(\.name).compactMap { Int($0) }
        let stored = numbers.last ?? 0
        #expect(stored == lastNumber || stored == lastNumber + 1, comment, sourceLocation: sourceLocation)
        #expect(numbers == Array(max(1, stored - 7)..<(stored + 1)), comment, sourceLocation: sourceLocation)
        #expect(try all(Team.self).count == (stored == 0 ? 0 : 1), comment, sourceLocation: sourceLocation)
        let heroCount = try all(Team.self).first?.heroes.count ?? 0
        #expect(heroCount == numbers.count, comment, sourceLocation: sourceLocation)
        try expectSound(comment, sourceLocation: sourceLocation)
        return stored
    }
}
