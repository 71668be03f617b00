import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// A store of ``LinkShapes`` whose files are written as text, sound or not.
struct WrittenStore {
    let file: StoreFile

    /// What stands before the objects in every file.
    private static let head = Result {
        let file = try StoreFile(LinkShapes.model)
        try file.session { context in
            _ = context.insertNewObject(forEntityName: "Tag")
            try context.save()
        }
        let text = try file.text
        return String(text[..<(try #require(text.range(of: "\"entities\"")).lowerBound)])
    }

    /// A store of the objects of each entity.
    init(_ objects: KeyValuePairs<String, [String]>, saves: [String] = []) throws {
        try self.init(objects.map { (entity: $0.key, objects: $0.value) }, saves: saves)
    }

    /// - Parameters:
    ///   - objects: By entity, an object a line.
    ///   - saves: The members of each save in the journal.
    init(_ objects: [(entity: String, objects: [String])], saves: [String]) throws {
        file = try StoreFile(LinkShapes.model)
        let entities = objects.map { "  \"\($0.entity)\": [\n   " + $0.objects.joined(separator: ",\n   ") + "\n  ]" }
        try file.write(try Self.head.get() + "\"entities\": {\n" + entities.joined(separator: ",\n") + "}}\n")
        guard !saves.isEmpty else { return }
        let bytes = try file.bytes
        let base = "\"base\": {\"bytes\": \(bytes.count), \"xxh64\": \"\(Self.digits(bytes))\"}"
        let identifier = StoreFile.identifier.uuidString
        var lines = [
            "{\"format\": \"modelgen-journal\", \"version\": 1, \"store\": \"\(identifier)\", \"sequence\": 0, \(base)"
        ]
        for (index, save) in saves.enumerated() { lines.append("{\"sequence\": \(index + 1), \(save)") }
        let journal = lines.map { "\($0), \"xxh64\": \"\(Self.digits(Array($0.utf8)))\"}\n" }.joined()
        try Data(journal.utf8).write(to: file.journalURL)
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        String(decoding: Checksum(of: bytes).digits, as: UTF8.self)
    }

    /// The objects in the file, an element each, in their order.
    var objects: [String] {
        get throws {
            try file.text.split(separator: "\n").filter { $0.hasPrefix("   {") }
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,")) }
        }
    }

    func check() throws -> [StoreFinding] {
        try JSONStore.check(file.url, model: file.model)
    }

    func repair() throws -> RepairReport {
        try JSONStore.repair(file.url, model: file.model)
    }

    /// Expects what a repair decides, and what the file holds then; that a check finds as much before and nothing
    /// afterwards, and that the store opens.
    ///
    /// - Parameter unmet: What the model does not allow afterwards.
    func expectRepair(
        deciding decisions: [String], leaving objects: [String], unmet: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try file.bytes
        let found = try check()
        #expect(found.count >= decisions.count, "\(found)", sourceLocation: sourceLocation)
        #expect(found.allSatisfy { $0.line != nil }, sourceLocation: sourceLocation)
        #expect(try file.bytes == before, sourceLocation: sourceLocation)
        let report = try repair()
        #expect(report.linkDecisions.map(\.message) == decisions, sourceLocation: sourceLocation)
        #expect(report.rejectedParts == [], sourceLocation: sourceLocation)
        #expect(report.rejectedFile == nil, sourceLocation: sourceLocation)
        #expect(report.objectCount == objects.count, sourceLocation: sourceLocation)
        #expect(try self.objects == objects, sourceLocation: sourceLocation)
        let copy = try Data(contentsOf: try #require(report.copies.first, sourceLocation: sourceLocation))
        #expect(Array(copy) == before, sourceLocation: sourceLocation)
        #expect(try check().map(\.message) == unmet, sourceLocation: sourceLocation)
        #expect(try repair().findings == [], sourceLocation: sourceLocation)
        try file.session { try $0.expectSound() }
    }
}
