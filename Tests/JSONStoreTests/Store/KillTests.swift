import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// A process that saves all the time is killed at random moments: what it has acknowledged is there, whole.
struct KillTests {
    @Test func acknowledgedSavesSurviveAKill() throws {
        var generator = SplitMix.freshlySeeded()
        let file = try StoreFile()
        var last = 0
        for round in 0..<CrashEffort.rounds(usual: 30, full: 1_000) {
            let acknowledged = try runAndKill(file, &generator)
            let lastNumber = acknowledged.last ?? last
            try file.session { context in
                let numbers = try context.all(Superhero.self).compactMap(\.name).compactMap { Int($0) }
                let stored = numbers.last ?? 0
                // The save that was under way when the process died may have come through too.
                #expect(stored == lastNumber || stored == lastNumber + 1, "round \(round), seed \(generator.seed)")
                #expect(numbers == Array(max(1, stored - 7)..<(stored + 1)), "round \(round), seed \(generator.seed)")
                #expect(try context.all(Team.self).count == (stored == 0 ? 0 : 1))
                #expect(try context.all(Team.self).first?.heroes.count ?? 0 == numbers.count)
                try context.expectSound()
                last = stored
            }
        }
        #expect(last > 30)
    }

    /// The numbers of the saves that the process has acknowledged before it was killed.
    private func runAndKill(_ file: StoreFile, _ generator: inout SplitMix) throws -> [Int] {
        let process = Process()
        process.executableURL = BuiltProduct("store-writer").url
        process.arguments = [file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let clock = ContinuousClock()
        var output = Data()
        var lastSave = Duration.milliseconds(20)
        let wanted = Int.random(in: 0...8, using: &generator)
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
        return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
    }
}
