import Foundation
import TestSupport
import Testing

/// What commands that write stores and models leave if a signal ends them.
struct SignalTests {
    private let tool = BuiltProduct("modelgen-store")
    private let folder: TemporaryFolder
    private static let bundle = "Shop.xcdatamodeld"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            .model(
                containing: """
                    <entity name="Item">
                        <attribute name="name" optional="YES" attributeType="String"/>
                        <attribute name="picture" optional="YES" attributeType="Binary" \
                    allowsExternalBinaryDataStorage="YES"/>
                    </entity>
                    """), to: "\(Self.bundle)/Shop.xcdatamodel/contents")
        let text = String(repeating: "long ", count: 2000)
        try folder.write("name\n" + (1...600).map { "\(text)\($0)\n" }.joined(), to: "items.csv")
    }

    /// The arguments of an import of many objects.
    private func importing(into store: String) -> [String] {
        ["import", store, "items.csv", "--entity", "Item", "--model", Self.bundle]
    }

    /// Imports objects, each with a large value of its own.
    private func importLargeValues() throws {
        let rows = (1...60).map { number in
            let picture = Data(repeating: UInt8(number), count: 150_000).base64EncodedString()
            return #"{"name": "\#(number)", "picture": "\#(picture)"}"# + "\n"
        }
        try folder.write(rows.joined(), to: "items.jsonl")
        let imported = try tool.run(
            ["import", "Items.json", "items.jsonl", "--entity", "Item", "--model", Self.bundle], in: folder.url)
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
    }

    /// Runs a command, ends it by a signal while something unfinished exists, and checks that nothing new is left, and
    /// that the command succeeds the next time.
    private func expectNothingLeft(
        by arguments: [String], _ number: Int32, when isWriting: () throws -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = Set(try folder.names())
        let process = try tool.run(arguments, in: folder.url, endedBy: number, when: isWriting)
        #expect(process.terminationReason == .uncaughtSignal, sourceLocation: sourceLocation)
        #expect(process.terminationStatus == number, sourceLocation: sourceLocation)
        // The file that a writer locks stays after every command.
        let left = Set(try folder.names()).subtracting(before).filter { !$0.hasSuffix(".lock") }
        #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
        let again = try tool.run(arguments, in: folder.url)
        #expect(again.exitCode == 0, "\(again.errorOutput)", sourceLocation: sourceLocation)
    }

    /// The hidden folder of an unfinished store.
    private var unfinishedFolder: String? {
        get throws { try folder.names().first { $0.hasPrefix(".modelgen-") } }
    }

    @Test(
        "A conversion that a signal ends removes the unfinished store", .serialized,
        arguments: [("Copy.json", SIGINT), ("Copy.sqlite", SIGTERM)])
    func conversion(_ target: String, _ number: Int32) throws {
        let imported = try tool.run(importing(into: "Items.json"), in: folder.url)
        #expect(imported.exitCode == 0, "\(imported.errorOutput)")
        try expectNothingLeft(by: ["convert", "Items.json", target], number) { try unfinishedFolder != nil }
    }

    @Test(
        "A conversion that a signal ends while it writes large values removes them", .serialized,
        arguments: ["Copy.json", "Copy.sqlite"])
    func conversionOfLargeValues(_ target: String) throws {
        try importLargeValues()
        try expectNothingLeft(by: ["convert", "Items.json", target], SIGTERM) {
            guard let unfinished = try unfinishedFolder else { return false }
            // The folders of the values, and the first files.
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder.path(unfinished))
            return (names ?? []).count { $0.contains("/") } > 4
        }
    }

    @Test("An import that a signal ends removes the unfinished file", .serialized, arguments: [SIGINT, SIGTERM])
    func unfinishedImport(_ number: Int32) throws {
        try expectNothingLeft(by: importing(into: "Items.json"), number) {
            try folder.names().contains("Items.json.new")
        }
    }

    @Test("A backup that a signal ends while it writes large values removes them")
    func backupOfLargeValues() throws {
        try importLargeValues()
        try expectNothingLeft(by: ["backup", "Items.json", "--output", "Kept.json"], SIGTERM) {
            try folder.names().contains("Kept.json.data")
        }
    }
}
