import BenchmarkModels
import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore

/// What work costs for each thousand of many objects, beside the same of few: about as much, if nothing grows.
extension GrowthBenchmarks {
    static func scaling(in folder: URL) throws {
        for isFile in [false, true] {
            for work in ScalingWork.all {
                var number = 0
                func secondsOfThousand(in count: Int) throws -> Double {
                    number += 1
                    let file = folder.appending(path: "scaling-\(number).sqlite")
                    let container =
                        try isFile
                        ? PersistentContainer(model: Groups.model, store: .sqlite(at: file))
                        : PersistentContainer(model: Groups.model, store: .inMemory)
                    let context = container.newContext()
                    for number in 0..<count { Member(context: context).name = "\(number)" }
                    _ = Group(context: context)
                    try context.save()
                    return try work.seconds(container, context) / Double(count) * 1_000
                }
                let name = "\(isFile ? "SQLite" : "memory"): \(work.name), 1,000 of 20,000"
                try row(name, beside: "1,000 of 2,000", bar: 5, rounds: 3) {
                    (try secondsOfThousand(in: 20_000), try secondsOfThousand(in: 2_000))
                }
            }
        }
    }
}

private final class Follower: FetchedResultsControllerDelegate {
    typealias Object = Member
}

/// Work with all objects of a store.
private struct ScalingWork {
    let name: String
    let seconds: (PersistentContainer, ManagedObjectContext) throws -> Double

    private static func measure(_ work: () throws -> Void) rethrows -> Double { try GrowthBenchmarks.seconds(work) }

    /// Changes all objects in a context, after another one has saved other changes of them.
    private static func changeAll(_ container: PersistentContainer, _ context: ManagedObjectContext) throws {
        let members = try context.fetch(FetchRequest<Member>())
        let other = container.newContext()
        for member in try other.fetch(FetchRequest<Member>()) { member.name = "other" }
        for member in members { member.name = "own" }
        try other.save()
    }

    /// Saves changes of a child, and of its parent with them.
    private static func saveChild(
        of context: ManagedObjectContext, _ change: (ManagedObjectContext) throws -> Void
    ) throws -> Double {
        let child = ManagedObjectContext(parent: context)
        try change(child)
        return try measure {
            try child.save()
            try context.save()
        }
    }

    /// Changes the only group, and saves.
    private static func changeGroup(
        in context: ManagedObjectContext, beginningWith begin: ((Group, [Member]) -> Void)? = nil,
        _ change: (Group, [Member]) -> Void
    ) throws -> Double {
        let members = try context.fetch(FetchRequest<Member>())
        let group = try context.fetch(FetchRequest<Group>())[0]
        if let begin {
            begin(group, members)
            try context.save()
        }
        return try measure {
            change(group, members)
            try context.save()
        }
    }

    /// Has a results controller follow changes.
    private static func follow(
        _ context: ManagedObjectContext, sectionNameKeyPath: String? = nil, _ change: ([Member]) -> Void
    ) throws -> Double {
        var request = FetchRequest<Member>()
        request.sortDescriptors = [ModelSortDescriptor(key: "name")]
        let controller = try FetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sectionNameKeyPath)
        let follower = Follower()
        controller.delegate = follower
        try controller.performFetch()
        let members = try context.fetch(FetchRequest<Member>())
        return withExtendedLifetime((controller, follower)) { measure { change(members) } }
    }

    static var all: [ScalingWork] {
        [
            ScalingWork(name: "conflicts of versions, object trump") { container, context in
                try changeAll(container, context)
                context.mergePolicy = .mergeByPropertyObjectTrump
                return try measure { try context.save() }
            },
            ScalingWork(name: "conflicts of versions, store trump") { container, context in
                try changeAll(container, context)
                context.mergePolicy = .mergeByPropertyStoreTrump
                return try measure { try context.save() }
            },
            ScalingWork(name: "conflicts reported") { container, context in
                try changeAll(container, context)
                return measure { do { try context.save() } catch {} }
            },
            ScalingWork(name: "others' changes merged") { container, context in
                let other = container.newContext()
                let members = try context.fetch(FetchRequest<Member>())
                for member in try other.fetch(FetchRequest<Member>()) { member.name = "other" }
                context.automaticallyMergesChangesFromParent = true
                return try measure {
                    try other.save()
                    context.processPendingChanges()
                    precondition(members.allSatisfy { $0.name == "other" })
                }
            },
            ScalingWork(name: "others' deletions merged") { container, context in
                let other = container.newContext()
                let members = try context.fetch(FetchRequest<Member>())
                for member in try other.fetch(FetchRequest<Member>()) { other.delete(member) }
                context.automaticallyMergesChangesFromParent = true
                return try measure {
                    try other.save()
                    context.processPendingChanges()
                    withExtendedLifetime(members) {}
                }
            },
            ScalingWork(name: "a child's insertions saved") { _, context in
                let count = try context.count(for: FetchRequest<Member>())
                return try saveChild(of: context) { child in
                    for number in 0..<count { Member(context: child).name = "\(number)" }
                }
            },
            ScalingWork(name: "a child's changes saved") { _, context in
                try saveChild(of: context) { child in
                    for member in try child.fetch(FetchRequest<Member>()) { member.name = "child" }
                }
            },
            ScalingWork(name: "a child's deletions saved") { _, context in
                try saveChild(of: context) { child in
                    for member in try child.fetch(FetchRequest<Member>()) { child.delete(member) }
                }
            },
            ScalingWork(name: "members added one by one to a set") { _, context in
                try changeGroup(in: context) { group, members in
                    for member in members { group.members.insert(member) }
                }
            },
            ScalingWork(name: "members added one by one to an order") { _, context in
                try changeGroup(in: context) { group, members in
                    for member in members { group.queue.append(member) }
                }
            },
            ScalingWork(name: "members removed one by one from a set") { _, context in
                try changeGroup(in: context, beginningWith: { $0.residents = ToMany($1) }) { group, members in
                    for member in members { group.residents.remove(member) }
                }
            },
            ScalingWork(name: "members of a group deleted") { _, context in
                try changeGroup(
                    in: context,
                    beginningWith: { group, members in
                        group.members = ToMany(members)
                        group.queue = OrderedToMany(members)
                        group.residents = ToMany(members)
                    }
                ) { _, members in
                    for member in members { context.delete(member) }
                }
            },
            ScalingWork(name: "permanent IDs one by one") { container, _ in
                let context = container.newContext()
                let count = try context.count(for: FetchRequest<Member>())
                let members = (0..<count).map { _ in Member(context: context) }
                return try measure { for member in members { try context.obtainPermanentIDs(for: [member]) } }
            },
            ScalingWork(name: "rollback of changes") { _, context in
                for member in try context.fetch(FetchRequest<Member>()) { member.name = "x" }
                return measure { context.rollback() }
            },
            ScalingWork(name: "undo of each change") { _, context in
                context.undoHistory = UndoHistory()
                let members = try context.fetch(FetchRequest<Member>())
                for member in members {
                    member.name = "x"
                    context.processPendingChanges()
                }
                return measure { for _ in members { context.undo() } }
            },
            ScalingWork(name: "refresh of all objects") { _, context in
                let members = try context.fetch(FetchRequest<Member>())
                return measure {
                    context.refreshAllObjects()
                    precondition(members.allSatisfy { $0.name != nil })
                }
            },
            ScalingWork(name: "a fetch of each object, with changes") { _, context in
                let members = try context.fetch(FetchRequest<Member>())
                members[0].name = "changed"
                return try measure {
                    for member in members {
                        let found = try context.fetch(FetchRequest<Member>(predicate: .format("SELF == %@", member)))
                        precondition(found.count == 1)
                    }
                }
            },
            ScalingWork(name: "a results controller follows changes of all") { _, context in
                try follow(context) { members in
                    for (number, member) in members.enumerated() { member.name = "\(members.count - number)" }
                    context.processPendingChanges()
                }
            },
            ScalingWork(name: "a results controller with sections follows changes of all") { _, context in
                try follow(context, sectionNameKeyPath: "name") { members in
                    for (number, member) in members.enumerated() { member.name = "\(members.count - number)" }
                    context.processPendingChanges()
                }
            },
            ScalingWork(name: "a results controller follows deletions one by one") { _, context in
                try follow(context) { members in
                    for member in members {
                        context.delete(member)
                        context.processPendingChanges()
                    }
                }
            },
        ]
    }
}
