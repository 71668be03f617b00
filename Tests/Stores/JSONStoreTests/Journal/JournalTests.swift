import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// The journal: what its lines say, and that they are made good on the file.
struct JournalTests {
    @Test("Each line of the journal contains one save")
    func whatTheLinesSay() throws {
        let store = try JournalledStore()
        let lines = String(decoding: store.journalBytes, as: UTF8.self).split(separator: "\n")
            .map { String($0).replacing(/, "xxh64": "[0-9a-f]{16}"}$/, with: "}") }
        #expect(
            lines == [
                #"{"format": "modelgen-journal", "version": 1, "store": "\#(StoreFile.identifier)", "sequence": 1, "#
                    + #""base": {"bytes": \#(store.bytes.count), "xxh64": ""#
                    + String(decoding: Checksum(of: store.bytes).digits, as: UTF8.self) + #""}}"#,
                #"{"sequence": 2, "insert": {"Superhero": [{"id": 3, "name": "Cyborg", "universe": 0, "teams": [1]}]}}"#,
                #"{"sequence": 3, "update": {"Superhero": [{"id": 1, "name": "Bruce \u2028\nWayne", "universe": 7}], "#
                    + #""Team": [{"id": 1, "name": "League"}]}}"#,
                #"{"sequence": 4, "delete": {"Superhero": [2]}}"#,
                #"{"sequence": 5, "update": {"Superhero": [{"id": 1, "name": null, "teams": []}]}}"#,
            ])
    }

    @Test("Opening a store applies the saves of its journal")
    func savesOfTheJournalAreThere() throws {
        let store = try JournalledStore()
        #expect(try store.names() == [nil, "Cyborg"])
        try store.file.session { context in
            let team = try #require(try context.all(Team.self).first)
            #expect(team.name == "League")
            #expect(team.heroes.map(\.name) == ["Cyborg"])
            // The number of an object that is gone is not used again.
            let hero = Superhero(context: context)
            try context.save()
            #expect(hero.objectID.number == 4)
        }
        // Closing has made the file complete.
        #expect(try store.file.fileNames == ["Store.json"])
        #expect(try store.names() == [nil, "Cyborg", nil])
    }

    @Test("Opening a store changes neither file nor journal")
    func openingChangesNothing() throws {
        let store = try JournalledStore()
        try store.file.session(JSONStoreOptions(compaction: .manual)) { _ in }
        #expect(try store.file.bytes == store.bytes)
        #expect(try store.file.journalBytes == store.journalBytes)
    }

    @Test("Saves are appended to an existing journal")
    func existingJournal() throws {
        let store = try JournalledStore()
        try store.file.session(JSONStoreOptions(compaction: .manual)) { context in
            Superhero(context: context).name = "Flash"
            try context.save()
        }
        let last = try #require(try store.file.journalText.split(separator: "\n").last)
        let hero = #"{"id": 4, "name": "Flash", "universe": 0}"#
        #expect(last.hasPrefix(#"{"sequence": 6, "insert": {"Superhero": [\#(hero)]}, "#), "\(last)")
        #expect(try store.file.bytes == store.bytes)
        #expect(try store.names() == [nil, "Cyborg", "Flash"])
    }

    @Test("A journal that is cut off anywhere restores the saves before the cut")
    func truncatedJournals() throws {
        let store = try JournalledStore()
        for length in store.journalBytes.indices {
            let rest = Array(store.journalBytes[..<length])
            try store.writeJournal(rest)
            let lineCount = rest.count { $0 == UInt8(ascii: "\n") }
            #expect(
                try store.names().count == JournalledStore.heroCounts[max(0, lineCount - 1)], "\(length) bytes")
            #expect(try store.file.journalBytes == rest)
        }
    }

    @Test("Saves continue after an incomplete line")
    func incompleteLine() throws {
        let store = try JournalledStore()
        for length in stride(from: 0, to: store.journalBytes.count, by: 13) {
            try store.file.write(store.bytes)
            try store.writeJournal(Array(store.journalBytes[..<length]))
            let count = try store.names().count
            try store.file.session(JSONStoreOptions(compaction: .manual)) { context in
                Superhero(context: context).name = "Flash"
                try context.save()
            }
            #expect(try store.names().count == count + 1, "\(length) bytes")
            #expect(try store.names().last == "Flash", "\(length) bytes")
        }
    }

    @Test("Lost blocks at the end of the journal are an incomplete line, and elsewhere an error")
    func aBlockThatWasNeverWrittenIsATornLine() throws {
        let store = try JournalledStore()
        let lineStart = try #require(store.journalBytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
        var damaged = store.journalBytes
        for index in lineStart..<damaged.count { damaged[index] = 0 }
        try store.writeJournal(damaged)
        #expect(try store.names() == ["Bruce \u{2028}\nWayne", "Cyborg"])
        // The line behind it says that it was on the medium.
        damaged = store.journalBytes
        let previousStart = try #require(damaged[..<(lineStart - 1)].lastIndex(of: UInt8(ascii: "\n"))) + 1
        for index in previousStart..<(lineStart - 1) { damaged[index] = 0 }
        try store.writeJournal(damaged)
        #expect(throws: StoreError.self) { try store.names() }
    }

    @Test("A line is incomplete if its line feed is in a lost block")
    func lostLineFeeds() throws {
        let store = try JournalledStore()
        // The line that is to be torn ends with the first byte of a block.
        func line(nameCount: Int) -> [UInt8] {
            let name = String(repeating: "x", count: nameCount)
            let members = #"{"sequence": 6, "insert": {"Team": [{"id": 2, "name": "\#(name)"}]}"#
            let checksum = String(decoding: Checksum(of: Array(members.utf8)).digits, as: UTF8.self)
            return Array("\(members), \"xxh64\": \"\(checksum)\"}\n".utf8)
        }
        let shortest = store.journalBytes.count + line(nameCount: 0).count
        var bytes = store.journalBytes + line(nameCount: (513 - shortest % 512) % 512)
        #expect(bytes.count % 512 == 1)
        try store.writeJournal(bytes)
        #expect(try store.teamCount() == 2)
        bytes[bytes.count - 1] = 0
        try store.writeJournal(bytes)
        #expect(try store.teamCount() == 1)
    }

    @Test("Every flipped bit in a journal is found")
    func everyFlippedBitIsNoticed() throws {
        let store = try JournalledStore()
        let step = CrashEffort.isFull ? 1 : 3
        if CrashEffort.isFull { print("\(store.journalBytes.count * 8) bits of a journal flipped: all noticed") }
        var generator = SplitMix.seeded()
        let first = Int.random(in: 0..<step, using: &generator)
        for index in stride(from: first, to: store.journalBytes.count, by: step) {
            for bit in 0..<8 {
                var damaged = store.journalBytes
                damaged[index] ^= 1 << UInt8(bit)
                try store.writeJournal(damaged)
                let error = #expect(throws: StoreError.self, "bit \(bit) of byte \(index)") { try store.names() }
                #expect(error?.code == .damagedJournal)
                #expect(try store.file.journalBytes == damaged)
                #expect(try store.file.bytes == store.bytes)
            }
        }
    }

    @Test("A damaged line is reported with its line and byte")
    func aDamagedLineIsReportedWithItsPlace() throws {
        let store = try JournalledStore()
        let lineStart = try #require(store.journalBytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
        var damaged = store.journalBytes
        damaged[lineStart + 40] ^= 2
        try store.writeJournal(damaged)
        let error = #expect(throws: StoreError.self) { try store.file.open() }
        #expect(error?.code == .damagedJournal)
        #expect(error?.location.hasSuffix("Store.json.journal") == true)
        #expect(error?.line == 2)
        #expect(
            error?.message == """
                the line was changed after it was written (byte \(lineStart)); keep the intact part with \
                'modelgen store repair', or read it with the option toleratesDamagedJournal
                """)
    }

    @Test("A store with a damaged journal can be opened read-only")
    func aDamagedStoreOpensForReadingOnRequest() throws {
        let store = try JournalledStore()
        var damaged = store.journalBytes
        let lines = damaged.indices.filter { damaged[$0] == UInt8(ascii: "\n") }
        damaged[lines[2] + 20] ^= 1
        try store.writeJournal(damaged)
        for isReadOnly in [true, false] {
            let context = try store.file.open(
                .system, JSONStoreOptions(isReadOnly: isReadOnly, toleratesDamagedJournal: true))
            #expect(try context.all(Superhero.self).count == 3)
            #expect((context.persistentStore as? JSONStore)?.damage?.line == 4)
            _ = Superhero(context: context)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .readOnly)
        }
        #expect(try store.file.journalBytes == damaged)
    }

    @Test("A journal of another file is refused")
    func aJournalOfAnotherFileIsNotReplayed() throws {
        let store = try JournalledStore()
        func expectMismatch(sourceLocation: SourceLocation = #_sourceLocation) throws {
            let before = try? store.file.bytes
            let journalBefore = try store.file.journalBytes
            let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try store.file.open() }
            #expect(error?.code == .journalMismatch, sourceLocation: sourceLocation)
            let after = try? store.file.bytes
            #expect(after == before, sourceLocation: sourceLocation)
            #expect(try store.file.journalBytes == journalBefore, sourceLocation: sourceLocation)
        }
        // The file was edited.
        try store.file.write(String(decoding: store.bytes, as: UTF8.self).replacing("Superman", with: "Clark"))
        try expectMismatch()
        // The file is a later one.
        try store.restore()
        try store.file.session { context in
            _ = Team(context: context)
            try context.save()
        }
        try store.writeJournal(store.journalBytes)
        try expectMismatch()
        // The file is gone.
        try FileManager.default.removeItem(at: store.file.url)
        try expectMismatch()
    }

    @Test("A journal with unusable sequence numbers is damaged")
    func unusableSequenceNumbers() throws {
        let store = try JournalledStore()
        let first = try #require(String(decoding: store.journalBytes, as: UTF8.self).split(separator: "\n").first)
        for number in ["9223372036854775807", "4611686018427387904", "-1"] {
            let line = first.replacing(/, "xxh64": "[0-9a-f]{16}"}$/, with: "")
                .replacing("\"sequence\": 1,", with: "\"sequence\": \(number),")
            let checksum = String(decoding: Checksum(of: Array(line.utf8)).digits, as: UTF8.self)
            try store.writeJournal(Array("\(line), \"xxh64\": \"\(checksum)\"}\n".utf8))
            let error = #expect(throws: StoreError.self) {
                try store.file.session { context in
                    _ = Team(context: context)
                    try context.save()
                }
            }
            #expect(error?.message.contains(number == "-1" ? "less than 0" : "too large") == true)
        }
    }

    @Test("A journal of a newer format is refused")
    func aNewerJournalIsRefused() throws {
        let store = try JournalledStore()
        let line = #"{"format": "modelgen-journal", "version": 2, "more": true"#
        let checksum = String(decoding: Checksum(of: Array(line.utf8)).digits, as: UTF8.self)
        try store.writeJournal(Array("\(line), \"xxh64\": \"\(checksum)\"}\n".utf8))
        let error = #expect(throws: StoreError.self) { try store.names() }
        #expect(error?.code == .newerFormat)
    }
}
