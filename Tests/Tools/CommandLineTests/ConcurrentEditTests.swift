import Foundation
import TestSupport
import Testing

/// Several processes change one model at the same time.
@Suite struct ConcurrentEditTests {
    private static let processCount = 12
    private static let contents = "Shop.xcdatamodeld/Shop.xcdatamodel/contents"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(.model(containing: "<entity name=\"Order\"/>"), to: Self.contents)
    }

    /// Runs the tool several times at once, and waits for all.
    ///
    /// - Returns: The exit codes, in the order of the command lines.
    private func run(_ commandLines: [[String]]) throws -> [Int32] {
        let processes = try commandLines.map { arguments in
            let process = Process()
            process.executableURL = BuiltProduct("modelgen").url
            process.arguments = arguments
            process.currentDirectoryURL = folder.url
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return process
        }
        return processes.map { process in
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private func text(_ name: String = contents) throws -> String {
        try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    @Test("Edits at the same time are all in the model, and give the same file as one after the other")
    func edits() throws {
        // The bundle is named in every way that leads to it.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Link.xcdatamodeld"), withDestinationPath: "Shop.xcdatamodeld")
        let paths = [
            "Shop.xcdatamodeld", "Shop.xcdatamodeld/Shop.xcdatamodel", Self.contents, "Link.xcdatamodeld",
            "./Shop.xcdatamodeld/",
        ]
        for round in 0..<4 {
            let lines = (0..<Self.processCount).map { number in
                ["edit", "add-attribute", paths[number % paths.count], "Order/a\(round)x\(number)", "String"]
            }
            let before = try text()
            #expect(try run(lines) == lines.map { _ in 0 })
            let together = try text()
            for number in 0..<Self.processCount { #expect(together.contains("name=\"a\(round)x\(number)\"")) }
            try folder.write(before, to: Self.contents)
            for line in lines { #expect(try BuiltProduct("modelgen").run(line, in: folder.url).exitCode == 0) }
            let lines1 = together.split(separator: "\n").sorted()
            #expect(try lines1 == text().split(separator: "\n").sorted())
            try folder.write(together, to: Self.contents)
        }
        #expect(try folder.names(in: "Shop.xcdatamodeld") == ["Shop.xcdatamodel"])
    }

    @Test("Versions that are added at the same time get names of their own, and one is current")
    func versions() throws {
        let lines = (0..<Self.processCount).map { _ in ["version", "add", "Shop.xcdatamodeld"] }
        #expect(try run(lines) == lines.map { _ in 0 })
        let names = try folder.names(in: "Shop.xcdatamodeld")
        #expect(
            names
                == ([".xccurrentversion", "Shop.xcdatamodel"]
                + (2...Self.processCount + 1).map { "Shop \($0).xcdatamodel" }).sorted())
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion").contains("Shop \(Self.processCount + 1).xcdatamodel"))
    }

    @Test("Formatting and converting at the same time as edits loses none of them")
    func otherCommands() throws {
        for round in 0..<3 {
            let edits = (0..<6).map { number in
                ["edit", "add-entity", "Shop.xcdatamodeld", "E\(round)x\(number)"]
            }
            // Not in the form of an editor.
            try folder.write(text().replacing("<entity ", with: "<entity   "), to: Self.contents)
            #expect(
                try run(edits + [["format", "Shop.xcdatamodeld"], ["format", "."]]) == Array(repeating: 0, count: 8))
            for number in 0..<6 { #expect(try text().contains("name=\"E\(round)x\(number)\"")) }
        }
    }
}
