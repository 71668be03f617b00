import Foundation
import ObjectGraph
import Synchronization

// The rules for commits.
extension ConformanceSession {
    func snapshotsAreStable() throws {
        try once { container in
            let context = container.newContext()
            let thing = context.insertNewObject(forEntityName: "Thing")
            try context.save()
            let before = container.persistentStoreCoordinator.committedState
            context.delete(thing)
            context.insertNewObject(forEntityName: "Box")
            let objectID = thing.objectID
            try context.save()
            try expect(try before.contains(objectID), "a state has lost an object to a later commit")
            try expect(try before.objectCount(ofEntityNamed: "Box") == 0, "a state shows a later commit")
            let after = container.persistentStoreCoordinator.committedState
            try expect(try !after.contains(objectID), "the latest state is not that of the last commit")
            try expect(
                try after.objectCount(ofEntityNamed: "Box") == 1, "the latest state is not that of the last commit")
        }
    }

    func generationsIncrease() throws {
        try once { container in
            let context = container.newContext()
            for _ in 0..<3 {
                let before = container.persistentStoreCoordinator.committedState.generation
                context.insertNewObject(forEntityName: "Thing")
                try context.save()
                try expect(
                    container.persistentStoreCoordinator.committedState.generation == before + 1,
                    "a commit does not increase the generation by one")
            }
        }
    }

    func conflictsAreRejected() throws {
        try once { container in
            let first = container.newContext()
            let thing = first.insertNewObject(forEntityName: "Thing")
            try first.save()
            let second = container.newContext()
            let twin = second.object(with: thing.objectID)
            twin.setValue("theirs", forKey: "stringValue")
            thing.setValue("mine", forKey: "stringValue")
            try first.save()
            try expectConflict(second, "a change of an object that another context has saved since is not rejected")
            let fresh = container.newContext()
            let value = fresh.object(with: thing.objectID).value(forKey: "stringValue") as? String
            try expect(value == "mine", "a rejected change was written")
        }
    }

    func commitsAreAllOrNothing() throws {
        try twice(
            { container in
                let first = container.newContext()
                let thing = first.insertNewObject(forEntityName: "Thing")
                try first.save()
                let second = container.newContext()
                second.object(with: thing.objectID).setValue("theirs", forKey: "stringValue")
                for _ in 0..<10 { second.insertNewObject(forEntityName: "Box") }
                first.delete(thing)
                try first.save()
                try expectConflict(second, "a change of a deleted object is not rejected")
            },
            { container in
                let context = container.newContext()
                try expect(try context.things("Box").isEmpty, "a rejected commit was partly written")
                try expect(try context.things().isEmpty, "a rejected commit restored a deleted object")
            })
    }

    func numbersAreNeverReused() throws {
        var used: Set<ObjectID> = []
        try withContextTwice(
            { context in
                let things = (0..<3).map { _ in context.insertNewObject(forEntityName: "Thing") }
                try context.save()
                used = Set(things.map(\.objectID))
                for thing in things { context.delete(thing) }
                try context.save()
            },
            { context in
                let things = (0..<3).map { _ in context.insertNewObject(forEntityName: "SpecialThing") }
                try context.save()
                let numbers = Set(used.map(\.number))
                try expect(
                    things.allSatisfy { !numbers.contains($0.objectID.number) }, "a number was assigned twice")
            })
    }

    func identifierSurvivesReopening() throws {
        var identifier: UUID?
        try twice(
            { container in
                let context = container.newContext()
                context.insertNewObject(forEntityName: "Thing")
                try context.save()
                identifier = try store(of: container).identifier
            },
            { container in
                try expect(try store(of: container).identifier == identifier, "the identifier of the store has changed")
            })
    }

    func commitsAreSerial() throws {
        try once { container in
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do {
                    let context = container.newContext()
                    for _ in 0..<10 {
                        context.insertNewObject(forEntityName: "Thing")
                        try context.save()
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            let failure = failures.withLock { $0.first }
            try expect(failure == nil, "a concurrent commit fails: \(failure ?? "")")
            let state = container.persistentStoreCoordinator.committedState
            try expect(try state.objectCount(ofEntityNamed: "Thing") == 80, "commits are lost")
        }
    }
}
