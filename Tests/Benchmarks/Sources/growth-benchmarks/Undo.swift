import BenchmarkModels
import ObjectGraph

/// What it costs to undo a deletion with everything that it cascades to, beside the deletion.
extension GrowthBenchmarks {
    static func undo() throws {
        for count in [20_000, 100_000] {
            let container = try PersistentContainer(model: Chain.model, store: .inMemory)
            let filling = container.newContext()
            var last: Link?
            for _ in 0..<count {
                let link = Link(context: filling)
                link.previous = last
                last = link
            }
            try filling.save()
            var request = FetchRequest<Link>(predicate: try .format("previous == nil"))
            request.fetchLimit = 1
            try undo(in: container, "a chain of \(count)") { context in try context.fetch(request)[0] }
        }
        for count in [20_000, 100_000] {
            let container = try PersistentContainer(model: People.model, store: .inMemory)
            let filling = container.newContext()
            let household = Household(context: filling)
            for number in 0..<count {
                let person = Person(context: filling)
                person.set(PersonValues(number: number))
                person.household = household
            }
            try filling.save()
            try undo(in: container, "one with \(count) members") { context in
                try context.fetch(FetchRequest<Household>())[0]
            }
        }
    }

    private static func undo(
        in container: PersistentContainer, _ name: String, _ root: (ManagedObjectContext) throws -> ManagedObject
    ) throws {
        try row("undo the deletion of \(name)", beside: "the deletion", bar: 3, rounds: 3) {
            let context = container.newContext()
            context.undoHistory = UndoHistory()
            let object = try root(context)
            let deleting = seconds {
                context.delete(object)
                context.processPendingChanges()
            }
            let undoing = seconds { context.undo() }
            precondition(!object.isDeleted)
            return (undoing, deleting)
        }
        try row("redo the deletion of \(name)", beside: "the deletion", bar: 3, rounds: 3) {
            let context = container.newContext()
            context.undoHistory = UndoHistory()
            let object = try root(context)
            let deleting = seconds {
                context.delete(object)
                context.processPendingChanges()
            }
            context.undo()
            let redoing = seconds { context.redo() }
            precondition(object.isDeleted)
            return (redoing, deleting)
        }
    }
}

/// Objects of which each is deleted with the one before it.
enum Chain {
    static let model = ManagedObjectModel(
        Model(
            name: "Chain",
            entities: [
                Entity(
                    name: "Link",
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "next", isOptional: true, maximumCount: 1, deleteRule: .cascade,
                            destinationName: "Link", inverseName: "previous", inverseEntityName: "Link"),
                        Relationship(
                            name: "previous", isOptional: true, maximumCount: 1, destinationName: "Link",
                            inverseName: "next", inverseEntityName: "Link"),
                    ])
            ]),
        classes: ["Link": Link.self])
}

final class Link: ManagedObject {
    var previous: Link? {
        get { self[toOne: "previous", at: 1] }
        set { self[toOne: "previous", at: 1] = newValue }
    }
}
