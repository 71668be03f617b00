import Foundation
import TestSupport
import Testing

@Suite struct GenerateWatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ attribute: String) throws {
        let property = #"<attribute name="\#(attribute)" optional="YES" attributeType="String"/>"#
        try folder.write(
            .model(holding: #"<entity name="A">\#(property)</entity>"#), to: "Shop.xcdatamodel/contents")
    }

    /// Waits until the code has a property, for as long as a slow machine may take.
    ///
    /// It blocks its thread, as running a program does: a task that slept would have to wait for the tests that do.
    private func waitForCode(with property: String) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let code = try? String(contentsOfFile: folder.path("Out/A+Generated.swift"), encoding: .utf8)
            if code?.contains("var \(property):") == true { return true }
            Thread.sleep(forTimeInterval: 0.05)
        }
        return false
    }

    @Test func aChangedModelIsGeneratedAgainAndAnErrorEndsNothing() throws {
        try write("first")
        let process = Process()
        process.executableURL = BuiltProduct("modelgen").url
        process.arguments = ["generate", "Shop.xcdatamodel", "--output", "Out", "--no-cache", "--watch"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        #expect(waitForCode(with: "first"))
        try folder.write("<model", to: "Shop.xcdatamodel/contents")
        Thread.sleep(forTimeInterval: 0.5)
        #expect(process.isRunning)
        try write("second")
        #expect(waitForCode(with: "second"))
    }

    @Test func whatWritesNothingWatchesNothing() throws {
        let outcome = try BuiltProduct("modelgen").run("generate", "--watch", "--check", in: folder.url)
        #expect(outcome.exitCode == 64)
    }
}
