import ColumnEngine
import FileAccess
import Foundation
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

@testable import JSONStore

/// A file whose contents are known is read only to compare it with them.
struct KnownContentsTests {
    private static func model() throws -> ManagedObjectModel {
        ManagedObjectModel(
            try readModel(
                .model(
                    containing: """
                        <entity name="Part">
                            <attribute name="amount" optional="YES" attributeType="Double"/>
                            <attribute name="count" attributeType="Integer 32" defaultValueString="3"/>
                            <attribute name="made" optional="YES" attributeType="Date"/>
                            <attribute name="note" optional="YES" transient="YES" attributeType="String"/>
                            <attribute name="text" optional="YES" attributeType="String"/>
                            <relationship name="next" optional="YES" maxCount="1" destinationEntity="Part" \
                        inverseName="previous" inverseEntity="Part"/>
                            <relationship name="previous" optional="YES" maxCount="1" destinationEntity="Part" \
                        inverseName="next" inverseEntity="Part"/>
                            <relationship name="users" optional="YES" toMany="YES" destinationEntity="Whole" \
                        inverseName="parts" inverseEntity="Whole"/>
                        </entity>
                        <entity name="Whole">
                            <attribute name="name" optional="YES" attributeType="String"/>
                            <relationship name="parts" optional="YES" toMany="YES" ordered="YES" \
                        destinationEntity="Part" inverseName="users" inverseEntity="Part"/>
                        </entity>
                        """)))
    }

    private func makeStore() throws -> StoreFile {
        let file = try StoreFile(Self.model())
        try file.session { context in
            let wholes = (0..<2).map { number in
                let whole = context.insertNewObject(forEntityName: "Whole")
                whole.setValue("\(number)", forKey: "name")
                return whole
            }
            var parts: [ManagedObject] = []
            for number in 0..<1100 {
                let part = context.insertNewObject(forEntityName: "Part")
                if number % 3 != 0 { part.setValue(number % 7 == 0 ? .nan : Double(number) / 3, forKey: "amount") }
                if number % 4 != 0 { part.setValue(Int32(number), forKey: "count") }
                part.setValue(Date(timeIntervalSinceReferenceDate: Double(number) / 4), forKey: "made")
                part.setValue("not stored", forKey: "note")
                if number % 5 != 0 { part.setValue(String(repeating: "ä\"", count: number % 13), forKey: "text") }
                if number % 6 == 0, let last = parts.last { part.setValue(last, forKey: "previous") }
                parts.append(part)
            }
            wholes[0].mutableOrderedSetValue(forKey: "parts").append(contentsOf: [parts[9], parts[2], parts[5]])
            wholes[1].mutableOrderedSetValue(forKey: "parts").append(contentsOf: [parts[5], parts[1000]])
            try context.save()
        }
        return file
    }

    private func contents(_ file: StoreFile, known: StoreContents? = nil) throws -> StoreContents {
        let reader = StoreFileReader(
            model: file.model, path: file.path, external: ExternalData(folder: file.path + ".data"))
        return try reader.read(#require(try FileStream(file.path)), threadCount: 2, known: known)
    }

    @Test("Objects that are known are compared, and not created")
    func knownObjects() throws {
        let file = try makeStore()
        let known = try contents(file)
        let compared = try contents(file, known: known)
        #expect(compared.identifier == known.identifier && compared.lastNumbers == known.lastNumbers)
        for (table, other) in zip(compared.snapshot.tables, known.snapshot.tables) {
            #expect(table.chunks.elementsEqual(other.chunks) { $0 === $1 })
        }
    }

    @Test("Unknown members are read from a file whose objects are known")
    func unknownMembers() throws {
        let file = try makeStore()
        try file.write(file.text.replacing("{\"id\": 8,", with: "{\"id\": 8, \"size\": 4,"))
        let compared = try contents(file, known: contents(file))
        #expect(compared.unknownOfObjects.values.flatMap { $0.members.map(\.name) } == ["size"])
    }

    @Test("A file with other objects than the known ones is refused")
    func otherObjects() throws {
        let file = try makeStore()
        let known = try contents(file)
        let text = try file.text
        let edits = [
            ("\"count\": 9,", "\"count\": 8,"), ("\"count\": 1099,", "\"count\": null,"),
            ("\"made\": \"2001-01-01T00:00:01Z\"", "\"made\": \"2001-01-01T00:00:02Z\""),
            ("\"NaN\"", "1.5"), ("1.6666666666666667", "\"NaN\""), ("ä\\\"\"", "ä\\\"ä\\\"\""), ("ä\\\"\"", "a\\\"\""),
            ("{\"id\": 1100,", "{\"id\": 1101,"), (",\n   {\"id\": 1100,", "\n  ]},\n \"x\": {\"y\": [{\"id\": 1100,"),
            ("\"name\": \"1\"", "\"name\": \"2\""), ("[10, 3, 6]", "[10, 6, 3]"), ("[10, 3, 6]", "[10, 3]"),
        ]
        for (from, to) in edits {
            let edited = text.replacing(from, with: to, maxReplacements: 1)
            #expect(edited != text, "\(from) is not in the file")
            try file.write(edited)
            #expect(throws: (any Error).self, "\(from) -> \(to)") { try contents(file, known: known) }
        }
        let last = try #require(text.range(of: ",\n   {\"id\": 1100,"))
        let end = try #require(text.range(of: "\n", range: text.index(last.lowerBound, offsetBy: 2)..<text.endIndex))
        try file.write(text.replacingCharacters(in: last.lowerBound..<end.lowerBound, with: ""))
        #expect(throws: (any Error).self, "without the last object") { try contents(file, known: known) }
    }
}
