import BenchmarkModels
import Foundation
import GRDB
import GRDBPeer
import ObjectGraph
import SQLiteStore

/// What it costs to read, change, and delete the many members of one object, beside the same by hand.
extension GrowthBenchmarks {
    static func members(in folder: URL) throws {
        for count in [5_000, 50_000] { try members(count, in: folder) }
    }

    private static func members(_ count: Int, in folder: URL) throws {
        var round = 0
        func sides() throws -> (PersistentContainer, PeerDatabase) {
            round += 1
            let container = try openContainer(folder.appending(path: "members-\(count)-\(round).sqlite"), People.model)
            let context = container.newContext()
            let household = Household(context: context)
            for number in 1...count {
                let person = Person(context: context)
                person.set(PersonValues(number: number))
                person.household = household
            }
            try context.save()
            let peer = try PeerDatabase(folder.appending(path: "peer-members-\(count)-\(round).sqlite"))
            try peer.fill(personCount: count, householdCount: 1)
            return (container, peer)
        }
        let (container, peer) = try sides()
        let ofHousehold = PersonRecord.filter(Column("householdId") == 1)
        try row("read one's \(count) members", beside: "GRDB", bar: 3) {
            let context = container.newContext()
            let household = try context.fetch(FetchRequest<Household>())[0]
            var sums = (0, 0)
            let own = seconds { sums.0 = household.members.reduce(0) { $0 + $1.weight } }
            let other = try seconds {
                sums.1 = try peer.pool.read { try ofHousehold.fetchAll($0).reduce(0) { $0 + $1.weight } }
            }
            precondition(sums.0 == sums.1)
            return (own, other)
        }
        try row("change each of one's \(count) members, and save", beside: "GRDB", bar: 3) {
            let context = container.newContext()
            let household = try context.fetch(FetchRequest<Household>())[0]
            let own = try seconds {
                for person in household.members { person.age += 1 }
                try context.save()
            }
            let other = try seconds {
                try peer.pool.write { database in
                    for var person in try ofHousehold.fetchAll(database) {
                        person.age += 1
                        try person.update(database)
                    }
                }
            }
            return (own, other)
        }
        try row("move one's \(count) members to another, and save", beside: "GRDB", bar: 3) {
            let (container, peer) = try sides()
            let context = container.newContext()
            let household = try context.fetch(FetchRequest<Household>())[0]
            let own = try seconds {
                let other = Household(context: context)
                for person in Array(household.members) { person.household = other }
                try context.save()
            }
            let other = try seconds {
                try peer.pool.write { database in
                    try HouseholdRecord(id: 2, title: nil).insert(database)
                    for var person in try ofHousehold.fetchAll(database) {
                        person.householdId = 2
                        try person.update(database)
                    }
                }
            }
            return (own, other)
        }
        try row("delete one with \(count) members by cascade, and save", beside: "GRDB", bar: 3) {
            let (container, peer) = try sides()
            let context = container.newContext()
            let household = try context.fetch(FetchRequest<Household>())[0]
            let own = try seconds {
                context.delete(household)
                try context.save()
            }
            let other = try seconds {
                try peer.pool.write { database in
                    for person in try ofHousehold.fetchAll(database) { try person.delete(database) }
                    try HouseholdRecord.deleteOne(database, key: 1)
                }
            }
            return (own, other)
        }
    }
}
