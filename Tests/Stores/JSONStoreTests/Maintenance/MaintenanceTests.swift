import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Checking, repairing, backing up and destroying stores.
struct MaintenanceTests {
    private func makeStore() throws -> StoreFile {
        let file = try StoreFile()
        try file.session { context in
            let team = Team(context: context)
            team.name = "League"
            for name in ["Batman", "Superman", "Cyborg"] {
                let hero = Superhero(context: context)
                hero.name = name
                hero.addToTeams(team)
            }
            try context.save()
        }
        return file
    }

    private func check(_ file: StoreFile) throws -> [StoreFinding] {
        try JSONStore.check(file.url, model: file.model)
    }

    @Test("A check of an intact store finds nothing")
    func aSoundStoreHasNoFindings() throws {
        let file = try makeStore()
        #expect(try check(file).isEmpty)
        let report = try JSONStore.repair(file.url, model: file.model)
        #expect(report.findings.isEmpty)
        #expect(report.rejectedFile == nil)
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test("A check reports every error with its line, and does not change the file")
    func everythingThatIsWrongIsSaidByLine() throws {
        let file = try makeStore()
        let text = try file.text.replacing("\"Superman\"", with: "12").replacing(
            "\"name\": \"Cyborg\", \"universe\": 0, \"teams\": [1]", with: "\"name\": \"Cyborg\", \"teams\": [1, 9]")
        try file.write(text)
        let findings = try check(file)
        #expect(findings.count == 2)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (finding, part) in zip(findings, ["12", "9]"]) {
            let line = try #require(finding.line)
            #expect(lines[line - 1].contains(part), "\(finding)")
        }
        #expect(try file.text == text)
    }

    @Test("A repair keeps intact objects, the original file, and what it rejects")
    func repairKeepsWhatIsSoundAndLosesNothing() throws {
        let file = try makeStore()
        let damaged = try file.text.replacing("\"Superman\"", with: "\"Super\u{1}man\"")
        try file.write(damaged)
        let report = try JSONStore.repair(file.url, model: file.model)
        #expect(report.objectCount == 3)
        #expect(report.findings.count == 1)
        let rejected = try String(contentsOf: try #require(report.rejectedFile), encoding: .utf8)
        let object = #"{\"id\": 2, \"name\": \"Super\u0001man\", \"universe\": 0, \"teams\": [1]},"#
        #expect(
            rejected == #"""
                {"file": "\#(file.path)", "line": 16, \#
                "reason": "unexpected control character byte 0x01 in a string; expected an escape such as \\n or \\u0000", \#
                "text": "\#(object)"}

                """#)
        #expect(try String(contentsOf: try #require(report.copies.first), encoding: .utf8) == damaged)
        #expect(try check(file).isEmpty)
        let names = try file.session { try $0.all(Superhero.self).map(\.name) }
        #expect(names == ["Batman", "Cyborg"])
    }

    /// Writes metadata and a history, removes the last hero, and returns the identifier of the store.
    private func makeStoreWithMetadata() throws -> (file: StoreFile, identifier: UUID) {
        let file = try makeStore()
        let identifier = try file.session { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            context.delete(try #require(try context.all(Superhero.self).last))
            try context.save()
            let store = try #require(context.persistentStore as? JSONStore)
            try store.setMetadata(Data(#"{"author": "jane"}"#.utf8))
            return store.identifier
        }
        try file.write(file.text.replacing("]}}\n", with: "]},\n \"note\": [1.50]}\n"))
        return (file, identifier)
    }

    /// Expects the parts of a repaired store other than its objects.
    private func expectMetadata(_ file: StoreFile, _ identifier: UUID, saveCount: Int = 1) throws {
        try file.session { context in
            let store = try #require(context.persistentStore as? JSONStore)
            #expect(store.identifier == identifier)
            #expect(store.metadata == Data(#"{"author": "jane"}"#.utf8))
            #expect(try store.reserveNumbers(1, forRootEntityNamed: "Superhero") == 4)
            let history = try context.persistentStoreCoordinator.history(after: PersistentHistoryToken?.none)
            #expect(history.count == saveCount)
        }
        #expect(try file.text.hasSuffix("\n \"note\": [1.50]}\n"))
    }

    @Test("A repair of a file with a byte order mark keeps everything")
    func byteOrderMark() throws {
        let (file, identifier) = try makeStoreWithMetadata()
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            try context.all(Superhero.self).first?.name = "Robin"
            try context.save()
        }
        #expect(try !file.journalBytes.isEmpty)
        try file.write([0xEF, 0xBB, 0xBF] + file.bytes)
        let report = try JSONStore.repair(file.url, model: file.model)
        #expect(report.findings.map(\.message) == ["the text starts with a byte order mark"])
        let names = try file.session { try $0.all(Superhero.self).map(\.name) }
        #expect(names == ["Robin", "Superman"])
        try expectMetadata(file, identifier, saveCount: 2)
    }

    @Test("A repair keeps the metadata and unknown keys after damage", arguments: ["\"hashes\"", "\"Superman\""])
    func metadataAfterDamage(damaged: String) throws {
        let (file, identifier) = try makeStoreWithMetadata()
        try file.write(file.text.replacing(damaged, with: damaged.dropLast()))
        let report = try JSONStore.repair(file.url, model: file.model)
        #expect(report.findings.count == 1)
        try expectMetadata(file, identifier)
    }

    @Test("A repair takes an unreadable identifier from the history, which would otherwise be that of another store")
    func unreadableIdentifier() throws {
        let (file, identifier) = try makeStoreWithMetadata()
        try file.write(file.bytes.dropFirst())
        _ = try JSONStore.repair(file.url, model: file.model)
        try expectMetadata(file, identifier)
    }

    @Test("A store can be repaired after any truncation and any flipped bit")
    func anyCutAndAnyFlippedBitCanBeRepaired() throws {
        let file = try makeStore()
        let bytes = try file.bytes
        let step = CrashEffort.isFull ? 1 : 23
        var generator = SplitMix.seeded()
        for index in stride(from: Int.random(in: 0..<step, using: &generator), to: bytes.count, by: step) {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            for (damage, bytes) in [("cut", Array(bytes[..<index])), ("flip", damaged)] {
                try file.write(bytes)
                // A file that says it is another model's or a newer one is not taken for damaged.
                guard let findings = try? check(file), findings.allSatisfy({ $0.line != nil }) else { continue }
                _ = try JSONStore.repair(file.url, model: file.model)
                // Keys that nobody knows are kept.
                #expect(try check(file).allSatisfy { $0.message.hasSuffix("is kept") }, "\(damage) at \(index)")
            }
        }
    }

    @Test("A repair keeps the objects below a damaged name of an entity, and their links")
    func damagedName() throws {
        for name in ["\"Supfrhero\": [", "\"Superhero\"; [", "?Superhero\": ["] {
            let file = try makeStore()
            try file.write(try file.text.replacing("\"Superhero\": [", with: name))
            let findings = try check(file)
            #expect(findings.count == 1)
            #expect(findings.first?.message.contains("its objects are those of 'Superhero'") == true)
            let report = try JSONStore.repair(file.url, model: file.model)
            #expect(report.objectCount == 4)
            #expect(report.linkDecisions.isEmpty)
            try file.session { context in
                let heroes = try context.all(Superhero.self)
                #expect(heroes.compactMap(\.name) == ["Batman", "Superman", "Cyborg"])
                #expect(heroes.allSatisfy { $0.teams.count == 1 })
            }
        }
    }

    @Test("A repair is refused if objects could be those of several entities")
    func unclearName() throws {
        let entities = ["A", "B"].map { name in
            Entity(name: name, attributes: [Attribute(name: "name", type: .string, isOptional: true)])
        }
        let file = try StoreFile(ManagedObjectModel(Model(name: "M", entities: entities)))
        try file.session { context in
            context.insertNewObject(forEntityName: "A").setValue("a", forKey: "name")
            context.insertNewObject(forEntityName: "B").setValue("b", forKey: "name")
            try context.save()
        }
        let text = try file.text.replacing("\"A\": [", with: "\"X\": [").replacing("\"B\": [", with: "\"Y\": [")
        try file.write(text)
        #expect(try check(file).contains { $0.message.contains("'A' or 'B'") })
        let error = #expect(throws: StoreError.self) { try JSONStore.repair(file.url, model: file.model) }
        #expect(error?.code == .malformed)
        #expect(error?.line != nil)
        #expect(try file.text == text)
        try file.write(text.replacing("\"X\": [", with: "\"A\": ["))
        #expect(try JSONStore.repair(file.url, model: file.model).objectCount == 2)
    }

    @Test("Checking and repairing take time in proportion to the number of problems", .timeLimit(.minutes(1)))
    func manyProblems() throws {
        let model = ManagedObjectModel(
            Model(
                name: "M",
                entities: [
                    Entity(name: "A", attributes: [Attribute(name: "name", type: .string, isOptional: true)])
                ]))
        let file = try StoreFile(model)
        try file.session { context in
            for _ in 0..<20_000 { context.insertNewObject(forEntityName: "A").setValue("a", forKey: "name") }
            try context.save()
        }
        let text = try file.text
        try file.write(text.replacing("\"name\": \"a\"", with: "\"nume\": \"a\""))
        let lines = try file.text.split(separator: "\n", omittingEmptySubsequences: false)
        let unknown = try check(file)
        #expect(unknown.count == 20_000)
        for finding in unknown where (finding.line ?? 0) % 1_000 == 0 {
            let number = try #require(finding.message.split(separator: ":").first?.dropFirst(2))
            #expect(lines[try #require(finding.line) - 1].contains("{\"id\": \(number),"))
        }
        try file.write(text.replacing("\"name\": \"a\"", with: "\"name\": 1"))
        #expect(try JSONStore.repair(file.url, model: file.model).rejectedParts.count == 20_000)
    }

    @Test("A check finds repeated unique values, also of a relationship, and of an abstract entity's descendants")
    func repeatedUniqueValues() throws {
        let code = Attribute(name: "code", type: .string, isOptional: true)
        let drawers = Relationship(
            name: "drawers", isOptional: true, isToMany: true, destinationName: "Drawer", inverseName: "desk")
        let model = ManagedObjectModel(
            Model(
                name: "M",
                entities: [
                    Entity(name: "Desk", relationships: [drawers]),
                    Entity(
                        name: "Drawer",
                        attributes: [Attribute(name: "number", type: .integer32, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "desk", isOptional: true, destinationName: "Desk", inverseName: "drawers")
                        ],
                        uniquenessConstraints: [UniquenessConstraint(["desk", "number"])]),
                    Entity(
                        name: "Shape", isAbstract: true, attributes: [code],
                        uniquenessConstraints: [UniquenessConstraint(["code"])]),
                    Entity(name: "Circle", parentName: "Shape"),
                    Entity(name: "Square", parentName: "Shape"),
                ]))
        let file = try StoreFile(model)
        try file.session { context in
            let desks = (0..<2).map { _ in context.insertNewObject(forEntityName: "Desk") }
            for (number, desk) in [(7, desks[0]), (8, desks[0]), (7, desks[1])] {
                let drawer = context.insertNewObject(forEntityName: "Drawer")
                drawer.setValue(number, forKey: "number")
                drawer.setValue(desk, forKey: "desk")
            }
            context.insertNewObject(forEntityName: "Circle").setValue("round", forKey: "code")
            context.insertNewObject(forEntityName: "Square").setValue("angular", forKey: "code")
            try context.save()
        }
        #expect(try check(file).isEmpty)
        let text = try file.text
        try file.write(
            text.replacing("\"number\": 8", with: "\"number\": 7").replacing("\"angular\"", with: "\"round\""))
        let findings = try check(file)
        #expect(findings.count == 2)
        for (finding, (entityName, names)) in zip(findings, [("Drawer", "desk, number"), ("Square", "code")]) {
            #expect(finding.message.hasPrefix("\(entityName) "))
            #expect(finding.message.hasSuffix(": another object has the same values of '\(names)'"))
            #expect(finding.line != nil)
        }
    }

    @Test("A repair with another model is refused")
    func aStoreOfAnotherModelIsNotRepaired() throws {
        let file = try makeStore()
        let before = try file.bytes
        let error = #expect(throws: StoreError.self) { try JSONStore.repair(file.url, model: .allTypes) }
        #expect(error?.code == .modelMismatch)
        #expect(try file.bytes == before)
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test(
        "A repair of a file that is not a store is refused, and leaves the file as it is",
        arguments: [
            "{\"name\": \"app\", \"dependencies\": {\"a\": \"1\"}}\n", "[1, 2, 3]", "hello\n", "{\"form\": 1}",
            "{\"Superhero\": 3}",
        ])
    func otherFile(text: String) throws {
        let file = try StoreFile()
        try file.write(Array(text.utf8))
        let error = #expect(throws: StoreError.self) { try JSONStore.repair(file.url, model: file.model) }
        #expect(error?.code == .notAStore)
        #expect(try file.text == text)
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test(
        "A repair takes the beginning of a store for one that was cut off", arguments: ["", "{", "{\"format\": \"mod"])
    func cutOff(text: String) throws {
        let file = try StoreFile()
        try file.write(Array(text.utf8))
        #expect(try JSONStore.repair(file.url, model: file.model).objectCount == 0)
        #expect(try check(file) == [])
    }

    @Test("A damaged journal is repaired up to the damage")
    func aDamagedJournalIsRepairedUpToTheDamage() throws {
        let store = try JournalledStore()
        var damaged = store.journalBytes
        let lines = damaged.indices.filter { damaged[$0] == UInt8(ascii: "\n") }
        damaged[lines[1] + 30] ^= 1
        try store.writeJournal(damaged)
        #expect(try check(store.file).map(\.line) == [3, 4, 5])
        let report = try JSONStore.repair(store.file.url, model: store.file.model)
        #expect(report.findings.count == 3)
        #expect(report.copies.count == 2)
        #expect(try store.names() == ["Batman", "Superman", "Cyborg"])
    }

    @Test("A check accepts missing values that the model allows")
    func whatTheModelDoesNotAllowIsFound() throws {
        let file = try StoreFile(.allTypes)
        try file.session { context in
            _ = OptionalValues(context: context)
            try context.save()
        }
        #expect(try check(file).isEmpty)
    }

    @Test("A backup is complete, and leaves the store unchanged")
    func aBackupIsCompleteAndLeavesTheStoreAlone() throws {
        let store = try JournalledStore()
        let target = store.file.folder.url.appending(path: "backup.json")
        try store.file.session(JSONStoreOptions(compaction: .manual)) { context in
            let opened = try #require(context.persistentStore as? JSONStore)
            try opened.backUp(to: target)
            #expect(throws: StoreError.self) { try opened.backUp(to: target) }
        }
        #expect(try store.file.journalBytes == store.journalBytes)
        let backup = try JSONStore(at: target, model: .superheroes, options: JSONStoreOptions(isReadOnly: true))
        #expect(backup.snapshot.objectCount(ofEntityNamed: "Superhero") == 2)
    }

    @Test("STO-17 destroying a store deletes it, and a new one is empty")
    func destroying() throws {
        let store = try JournalledStore()
        try store.file.session(JSONStoreOptions(compaction: .manual)) { _ in
            #expect(throws: StoreError.self) { try JSONStore.destroy(at: store.file.url) }
        }
        try JSONStore.destroy(at: store.file.url)
        #expect(try store.file.fileNames == [])
        #expect(try store.file.session { try $0.all(Superhero.self).isEmpty })
        try JSONStore.destroy(at: store.file.url)
    }

    @Test("STO-19 a store replaces another one")
    func replacing() throws {
        let source = try makeStore()
        let target = try StoreFile()
        try target.session { context in
            Superhero(context: context).name = "Joker"
            try context.save()
        }
        try JSONStore.destroy(at: target.url)
        try source.session { try ($0.persistentStore as? JSONStore)?.backUp(to: target.url) }
        #expect(try target.session { try $0.all(Superhero.self).count } == 3)
    }

    @Test("STO-12 metadata is preserved")
    func metadata() throws {
        let file = try makeStore()
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let store = try #require(context.persistentStore as? JSONStore)
            #expect(store.metadata == Data("{}".utf8))
            try store.setMetadata(Data("{\"author\":\n \"jane\"}".utf8))
            #expect(throws: StoreError.self) { try store.setMetadata(Data("[1]".utf8)) }
        }
        for _ in 0..<2 {
            try file.session { context in
                let store = try #require(context.persistentStore as? JSONStore)
                let metadata = try JSONDecoder().decode([String: String].self, from: store.metadata)
                #expect(metadata == ["author": "jane"])
            }
        }
    }

    @Test("Metadata is nested as deeply as readers accept, and refused otherwise")
    func deepMetadata() throws {
        func metadata(depth: Int) -> Data {
            Data(
                ("{\"a\": " + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}")
                    .utf8)
        }
        let file = try makeStore()
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let store = try #require(context.persistentStore as? JSONStore)
            #expect(throws: StoreError.self) { try store.setMetadata(metadata(depth: 128)) }
            try store.setMetadata(metadata(depth: 127))
        }
        for _ in 0..<2 {
            try file.session { context in
                let store = try #require(context.persistentStore as? JSONStore)
                #expect(store.metadata == metadata(depth: 127))
            }
        }
    }

    @Test("The JSON schema of a model describes the files of its stores")
    func aSchemaDescribesTheFiles() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(JSONStore.schema(of: .superheroes)))
        let root = try #require(schema as? [String: Any])
        let properties = try #require(root["properties"] as? [String: Any])
        let entities = try #require((properties["entities"] as? [String: Any])?["properties"] as? [String: Any])
        #expect(Set(entities.keys) == ["Superhero", "Team"])
        #expect(JSONStore.schema(of: .allTypes) == JSONStore.schema(of: .allTypes))
        // An integer of 64 bits keeps all its digits.
        let text = String(decoding: JSONStore.schema(of: .allTypes), as: UTF8.self)
        #expect(text.contains("\"minimum\": -9223372036854775808"))
        #expect(text.contains("\"maximum\": 9223372036854775807"))
    }

    @Test("The JSON schema of composites in composites has an end", .timeLimit(.minutes(1)))
    func nestedComposites() {
        /// A model whose composites have two members each, which are composites except in the last one.
        func schema(depth: Int, isCycle: Bool = false) -> String {
            let composites = (0..<depth).map { level in
                Composite(
                    name: "C\(level)",
                    attributes: ["a", "b"].map { name in
                        isCycle || level < depth - 1
                            ? Attribute(name: name, type: .composite, compositeName: "C\((level + 1) % depth)")
                            : Attribute(name: name, type: .string)
                    })
            }
            let entity = Entity(name: "E", attributes: [Attribute(name: "c", type: .composite, compositeName: "C0")])
            let model = ManagedObjectModel(Model(name: "M", entities: [entity], composites: composites))
            return String(decoding: JSONStore.schema(of: model), as: UTF8.self)
        }
        func count(_ text: String) -> Int { text.split(separator: "\n").count { $0.contains("\"a\": ") } }
        #expect(count(schema(depth: 3)) == 7)
        for text in [schema(depth: 30), schema(depth: 400), schema(depth: 1, isCycle: true)] {
            #expect(count(text) <= 5_000)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        }
    }
}
