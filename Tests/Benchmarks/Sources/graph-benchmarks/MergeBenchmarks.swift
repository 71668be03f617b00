import BenchmarkModels
import ObjectGraph

/// What it costs to bring a context's changes together with others', among 100,000 objects.
extension GraphBenchmarks {
    static func merge() throws {
        let container = try People.container(count: count)
        let changedCount = 1000
        let following = try best { stopwatch in
            let (own, others) = (container.newContext(), container.newContext())
            let mine = try own.fetch(FetchRequest<Person>()).prefix(changedCount)
            for person in mine { person.age += 1 }
            let theirs = try others.fetch(FetchRequest<Person>()).suffix(changedCount)
            for person in theirs { person.age += 1 }
            try others.save()
            let saved = SavedObjectIDs(updated: Set(theirs.map(\.objectID)))
            stopwatch.start()
            own.mergeChanges(from: saved)
            stopwatch.stop()
        }
        row("merge 1,000 changed objects into 1,000 other changes", following, changedCount, bar: 0.020)
        let resolving = try best { stopwatch in
            let (own, others) = (container.newContext(), container.newContext())
            own.mergePolicy = .mergeByPropertyObjectTrump
            for person in try own.fetch(FetchRequest<Person>()).prefix(changedCount) { person.age += 1 }
            for person in try others.fetch(FetchRequest<Person>()).prefix(changedCount) { person.score += 1 }
            try others.save()
            stopwatch.start()
            try own.save()
            stopwatch.stop()
        }
        row("save 1,000 changes of the same objects, by policy", resolving, changedCount, bar: 0.020)
    }
}
