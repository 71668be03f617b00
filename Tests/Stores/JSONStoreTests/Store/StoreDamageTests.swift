import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Files damaged in every small way: an error, or a graph that is sound; never a crash, never a changed file.
struct StoreDamageTests {
    /// A store with every kind of relationship that has a side of its own in the file.
    private func makeStore() throws -> (file: StoreFile, bytes: [UInt8]) {
        let file = try StoreFile(Self.model)
        try file.session { context in
            let wholes = (0..<2).map { _ in context.insertNewObject(forEntityName: "Whole") }
            let parts = (0..<3).map { _ in context.insertNewObject(forEntityName: "Part") }
            wholes[0].setValue([parts[1], parts[0]], forKey: "parts")
            wholes[1].setValue(parts[2], forKey: "favourite")
            parts[0].setValue([parts[1], parts[2]], forKey: "peers")
            parts[0].setValue("ü🦸", forKey: "name")
            parts[1].setValue(-0.5, forKey: "weight")
            parts[2].setValue(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "made")
            try context.save()
            context.delete(context.insertNewObject(forEntityName: "Part"))
            try context.save()
        }
        // The model in the file is not looked at before the store is migrated:
        // what is damaged there is told by a check.
        try file.write(try file.text.withoutHeldModel)
        return (file, try file.bytes)
    }

    @Test("A check finds a damaged model in the file")
    func aDamagedModelIsFoundByChecking() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            _ = context.insertNewObject(forEntityName: "Part")
            try context.save()
        }
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
        let text = try file.text
        for (model, message) in [
            (
                "entity Parts",
                "the model in the store does not match its objects: the version hashes differ; open the store with the "
                    + "model that it was written with"
            ),
            ("entitx Part", "the model in the store cannot be read: line 2: 'entitx' is not a field of a schema"),
        ] {
            try file.write(text.replacing("entity Part", with: model))
            let findings = try JSONStore.check(file.url, model: Self.model).map(\.message)
            #expect(findings == [message])
            try file.session { context in
                let count = try context.count(for: FetchRequest<ManagedObject>(entityName: "Part"))
                #expect(count == 1)
            }
        }
    }

    /// What the documentation says.
    private static let sizeBytes = 518
    private static let harmlessCount = 417

    /// Small, since each damage of it is opened.
    private static let model = ManagedObjectModel(
        Model(
            name: "M",
            entities: [
                Entity(
                    name: "Whole",
                    relationships: [
                        Relationship(
                            name: "parts", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Part",
                            inverseName: "whole"),
                        Relationship(
                            name: "favourite", isOptional: true, destinationName: "Part", inverseName: "fan"),
                    ]),
                Entity(
                    name: "Part",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "weight", type: .double, isOptional: true),
                        Attribute(name: "made", type: .date, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "whole", isOptional: true, destinationName: "Whole", inverseName: "parts"),
                        Relationship(
                            name: "fan", isOptional: true, destinationName: "Whole", inverseName: "favourite"),
                        Relationship(
                            name: "peers", isOptional: true, isToMany: true, destinationName: "Part",
                            inverseName: "peers"),
                    ]),
            ]))

    /// Opens damaged bytes.
    ///
    /// - Returns: Whether they are a store all the same.
    private func open(_ damaged: [UInt8], _ file: StoreFile, _ damage: String) throws -> Bool {
        try file.write(damaged)
        do {
            let context = try file.open()
            try withExtendedLifetime(context) { try context.expectSound() }
            return true
        } catch let error as StoreError {
            #expect(try file.bytes == damaged, "\(damage)")
            #expect(error.code != .malformed || error.line != nil && error.column != nil, "\(damage): \(error)")
            return false
        }
    }

    @Test("A file that is cut off anywhere is refused")
    func cutOffAnywhere() throws {
        let (file, bytes) = try makeStore()
        for length in bytes.indices {
            let isStore = try open(Array(bytes[..<length]), file, "\(length) bytes")
            // The last byte is a line feed that nothing depends on.
            #expect(isStore == (length == bytes.count - 1), "\(length) bytes")
        }
    }

    @Test("A flipped bit is an error or leaves a consistent graph")
    func anyBitFlipped() throws {
        let (file, bytes) = try makeStore()
        var harmlessCount = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                if try open(damaged, file, "bit \(bit) of byte \(index)") { harmlessCount += 1 }
            }
        }
        // What changes a value into another value of its type, or a key into one that nobody knows and that is kept,
        // gives another store that is sound. The rest must be noticed.
        print("\(bytes.count * 8) bits flipped: \(bytes.count * 8 - harmlessCount) noticed, \(harmlessCount) harmless")
        #expect(bytes.count == Self.sizeBytes)
        #expect(harmlessCount == Self.harmlessCount)
    }

    @Test("Random damage is an error or leaves a consistent graph")
    func randomDamage() throws {
        var generator = SplitMix.seeded()
        let (file, bytes) = try makeStore()
        for _ in 0..<500 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let start = Int.random(in: 0..<damaged.count, using: &generator)
                let end = min(damaged.count, start + .random(in: 0...12, using: &generator))
                let source = Int.random(in: 0..<bytes.count, using: &generator)
                let replacement = bytes[source..<min(bytes.count, source + .random(in: 0...12, using: &generator))]
                damaged.replaceSubrange(start..<end, with: replacement)
            }
            _ = try open(damaged, file, "seed \(generator.seed)")
        }
    }
}
