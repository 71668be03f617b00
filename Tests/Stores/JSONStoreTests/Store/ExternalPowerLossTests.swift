import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// Power is lost at every moment of a script of saves that put large values into files of their own.
struct ExternalPowerLossTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Album",
            entities: [
                Entity(
                    name: "Photo",
                    attributes: [
                        Attribute(
                            name: "image", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true)
                    ])
            ]))

    /// The states that saves lead to, the first of none: what each photo's image is made of.
    private struct Script {
        var log: [RecordedMedium.Entry] = []
        var states: [[Int]] = [[]]
    }

    /// Large enough for a file of its own, but for the fourth of each four.
    private static func image(_ number: Int) -> Data {
        var generator = SplitMix(seed: UInt64(number))
        let wordCount = number % 4 == 3 ? 10 : 8_400 + number * 100
        let words = (0..<wordCount).map { _ in generator.next() }
        return words.withUnsafeBytes { Data($0) }
    }

    private func photos(in context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Photo"))
    }

    private func run() throws -> Script {
        let file = try StoreFile(Self.model)
        let medium = RecordedMedium(root: file.folder.url)
        var script = Script()
        do {
            let context = try file.open(medium.operations, JSONStoreOptions(compaction: .manual))
            var state: [Int] = []
            for round in 0..<14 {
                let photos = try photos(in: context)
                if round % 3 == 2, !photos.isEmpty {
                    photos[0].setValue(Self.image(round), forKey: "image")
                    state[0] = round
                } else if round == 7 || round == 12 {
                    // All values' files go, and the folder with them.
                    for photo in photos { context.delete(photo) }
                    state = []
                } else {
                    context.insertNewObject(forEntityName: "Photo").setValue(Self.image(round), forKey: "image")
                    state.append(round)
                }
                script.states.append(state)
                medium.note(.saveBegan)
                try context.save()
                medium.note(.saveReturned)
                if [3, 4, 7, 10].contains(round) { try (context.persistentStore as? JSONStore)?.compact() }
            }
        }
        script.log = medium.log
        return script
    }

    @Test("After a power loss, every completed save has its large values")
    func everySaveThatReturnedHasItsValues() throws {
        var generator = SplitMix.seeded()
        let script = try run()
        let images = (0..<14).map(Self.image)
        var count = 0
        for end in stride(from: 0, through: script.log.count, by: runsLongTests ? 1 : 3) {
            for _ in 0..<CrashEffort.rounds(usual: 1, full: 5) {
                let medium = MediumAfterPowerLoss(script.log[..<end], using: &generator)
                let file = try StoreFile(Self.model)
                try medium.write(to: file.folder.url)
                let state = try file.session { context in
                    try photos(in: context).map { photo in
                        images.firstIndex(of: photo.value(forKey: "image") as? Data ?? Data()) ?? -1
                    }
                }
                let possible = script.states[medium.returnedCount...medium.begunCount]
                #expect(possible.contains(state), "\(state) after \(end) operations, seed \(generator.seed)")
                count += 1
            }
        }
        print("power lost \(count) times among \(script.log.count) operations on large values")
    }
}
