import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// Random graphs of every shape of relationship, damaged in a file or by a save: what a repair leaves is what a plain
/// model of the rule leaves.
struct RandomLinkRepairTests {
    /// Graphs that have nothing to do with one another share a store, since files are what takes time.
    private static let graphsInStore = 40

    @Test(
        "A repair of random damage leaves the relationships that the rule defines",
        arguments: [false, true])
    func aRepairLeavesWhatTheRuleSays(isJournalled: Bool) throws {
        var generator = SplitMix.seeded()
        let seed = generator.seed
        for round in 0..<5 {
            let (sound, damaged) = graphs(using: &generator)
            let store = try self.store(sound, damaged, isJournalled: isJournalled)
            let found = try store.check().count
            let report = try store.repair()
            let place = "seed \(seed), round \(round)"
            #expect(report.rejectedParts == [], "\(place)")
            #expect(report.linkDecisions.count <= found && report.linkDecisions.count > Self.graphsInStore, "\(place)")
            #expect(try store.repair().findings == [], "\(place)")
            let left = try store.file.session { try links($0) }
            for graph in damaged {
                let expected = LinkRule(graph.links, numbers: graph.numbers).links
                let own = left.mapValues { $0.filter { graph.numbers.contains($0.key) } }.filter { !$0.value.isEmpty }
                #expect(own == expected, "\(place): \(graph.links)")
            }
        }
    }

    /// A graph that is sound is left as it is, to the last byte.
    @Test("A repair leaves an intact graph unchanged")
    func whatIsSoundIsLeftAlone() throws {
        var generator = SplitMix.seeded()
        let sound = graphs(using: &generator).sound
        let store = try self.store(sound, sound, isJournalled: false)
        let before = try store.file.bytes
        #expect(try store.repair().findings == [], "seed \(generator.seed)")
        #expect(try store.file.bytes == before)
    }

    private func graphs(using generator: inout SplitMix) -> (sound: [RandomLinks], damaged: [RandomLinks]) {
        var sound: [RandomLinks] = []
        var damaged: [RandomLinks] = []
        for _ in 0..<Self.graphsInStore {
            let start = (sound.last?.numbers.upperBound ?? -1) + 2
            sound.append(RandomLinks(from: start, using: &generator))
            damaged.append(sound[sound.count - 1])
            damaged[damaged.count - 1].damage(using: &generator)
        }
        return (sound, damaged)
    }

    private func store(_ sound: [RandomLinks], _ damaged: [RandomLinks], isJournalled: Bool) throws -> WrittenStore {
        let objects = RandomLinks.entities.map { entity in
            (entity: entity, objects: (isJournalled ? sound : damaged).flatMap { $0.objects(of: entity) })
        }
        guard isJournalled else { return try WrittenStore(objects, saves: []) }
        let changes = RandomLinks.entities.compactMap { entity -> String? in
            let changed = zip(damaged, sound).flatMap { $0.changes(of: entity, since: $1) }
            return changed.isEmpty ? nil : "\"\(entity)\": [\(changed.joined(separator: ", "))]"
        }
        return try WrittenStore(objects, saves: ["\"update\": {\(changes.joined(separator: ", "))}"])
    }

    private func links(_ context: ManagedObjectContext) throws -> LinkRule.Links {
        var links: LinkRule.Links = [:]
        for entity in context.managedObjectModel.entities {
            for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name)) {
                for relationship in entity.relationships {
                    let numbers = object.destinations(relationship.name).map { Int($0.objectID.number) }
                    guard !numbers.isEmpty else { continue }
                    links["\(entity.name).\(relationship.name)", default: [:]][Int(object.objectID.number)] =
                        relationship.isOrdered ? numbers : numbers.sorted()
                }
            }
        }
        return links
    }
}
