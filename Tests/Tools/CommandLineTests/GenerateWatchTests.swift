import Foundation
import TestSupport
import Testing

@Suite struct GenerateWatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ attribute: String) throws {
        let property = #"<attribute name="\#(attribute)" optional="YES" attributeType="String"/>"#
        try folder.write(
            .model(containing: #"<entity name="A">\#(property)</entity>"#), to: "Shop.xcdatamodel/contents")
    }

    private func codeHas(_ property: String) throws -> Bool {
        try String(contentsOfFile: folder.path("Out/A+Generated.swift"), encoding: .utf8).contains("var \(property):")
    }

    @Test("A changed model is generated again while watching, and an error does not end it")
    func watching() throws {
        try write("first")
        let process = Process()
        process.executableURL = BuiltProduct("modelgen").url
        process.arguments = ["generate", "Shop.xcdatamodel", "--output", "Out", "--no-cache", "--watch"]
        process.currentDirectoryURL = folder.url
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        let said = LineReader(errors.fileHandleForReading)
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let waiting = "modelgen: waiting for changes; press Control-C to stop"
        #expect(said.lines(to: waiting) != nil)
        #expect(try codeHas("first"))
        try folder.write("<model", to: "Shop.xcdatamodel/contents")
        let complaint = said.lines(to: waiting)
        let place = "\(folder.path("Shop.xcdatamodel/contents")):1:7"
        #expect(complaint?.first?.hasPrefix("\(place): error: the XML is not well formed: ") == true)
        #expect(
            complaint?.dropFirst() == [
                "\(place): note: restore the file from version control, or save the model again in Xcode's editor",
                waiting,
            ])
        #expect(try codeHas("first"))
        try write("second")
        #expect(said.lines(to: waiting) != nil)
        #expect(try codeHas("second"))
        #expect(process.isRunning)
    }

    @Test("Watching cannot be combined with `--check`")
    func whatWritesNothingWatchesNothing() throws {
        let outcome = try BuiltProduct("modelgen").run("generate", "--watch", "--check", in: folder.url)
        #expect(outcome.exitCode == 64)
    }
}
