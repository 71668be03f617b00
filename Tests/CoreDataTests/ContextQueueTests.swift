import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

#if compiler(>=6.2)
    /// Contexts of both kinds of queue work together in every arrangement.
    ///
    /// Each test runs in a process of its own, because a mistake ends the process or makes it wait forever.
    struct ContextQueueTests {
        @Test("Three contexts of any queues call one another from any thread, and save from the leaf up")
        func threeLevels() async {
            await #expect(processExitsWith: .success) {
                for kinds in ContextTree.allKinds {
                    for caller in Caller.allCases {
                        for use in ContextUse.allCases {
                            try await step("\(kinds), \(use), from \(caller)") {
                                let tree = try ContextTree(kinds)
                                try await use.insertAndSave(in: tree, from: caller)
                                try tree.expectSaved()
                            }
                        }
                    }
                }
            }
        }

        @Test("Contexts of two trees call each other while their callers wait")
        func twoTrees() async {
            await #expect(processExitsWith: .success) {
                for kinds in ContextTree.allKinds {
                    for kind in ContextTree.kinds {
                        for caller in Caller.allCases {
                            try await step("\(kinds) and \(kind), from \(caller)") {
                                let tree = try ContextTree(kinds)
                                let outside = NSManagedObjectContext(concurrencyType: kind)
                                outside.persistentStoreCoordinator = tree.coordinator
                                try await caller.run {
                                    try outside.performAndWait {
                                        try tree.leaf.performAndWait {
                                            try outside.performAndWait {
                                                try tree.root.performAndWait {
                                                    try outside.performAndWait { try tree.insertAndSaveUpward() }
                                                }
                                            }
                                        }
                                    }
                                }
                                try tree.expectSaved()
                            }
                        }
                    }
                }
            }
        }

        @Test("Work for a context of the main queue runs on the main queue, whoever calls it")
        func mainQueue() async {
            await #expect(processExitsWith: .success) {
                for kinds in ContextTree.allKinds {
                    for caller in Caller.allCases {
                        try await step("\(kinds), from \(caller)") {
                            let tree = try ContextTree(kinds)
                            for context in tree.contexts where context.concurrencyType == .mainQueueConcurrencyType {
                                try await caller.run {
                                    context.performAndWait { #expect(isOnMainQueue(), "\(kinds), \(caller)") }
                                    tree.leaf.performAndWait {
                                        context.performAndWait { #expect(isOnMainQueue(), "\(kinds), \(caller)") }
                                    }
                                }
                                await context.perform { #expect(isOnMainQueue(), "\(kinds), \(caller), async") }
                                await context.perform(schedule: .enqueued) { #expect(isOnMainQueue()) }
                            }
                        }
                    }
                }
            }
        }

        @Test("SurfJournal edits an entry in a main-queue child of the main context, and exports in the background")
        func surfJournal() async {
            await #expect(processExitsWith: .success) {
                try await step("SurfJournal") {
                    let stack = makeContainer()
                    let entryID = try await MainActor.run {
                        let entry = Superhero(context: stack.viewContext)
                        entry.name = "Reef"
                        try stack.viewContext.save()
                        return entry.objectID
                    }
                    // What the list does when an entry is chosen.
                    let (child, edited) = try await MainActor.run {
                        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
                        child.parent = stack.viewContext
                        let edited = try #require(child.object(with: entryID) as? Superhero)
                        edited.name = "Point"
                        return (child, Held(edited))
                    }
                    // What it does when the editor is done.
                    await withCheckedContinuation { continuation in
                        DispatchQueue.main.async {
                            guard child.hasChanges else { return }
                            child.perform {
                                #expect(throws: Never.self) { try child.save() }
                                #expect(throws: Never.self) { try stack.viewContext.save() }
                                withExtendedLifetime(edited) { continuation.resume() }
                            }
                        }
                    }
                    let names = await withCheckedContinuation { continuation in
                        stack.performBackgroundTask { context in
                            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
                            continuation.resume(returning: (try? context.fetch(request))?.map(\.name))
                        }
                    }
                    #expect(names == ["Point"])
                }
            }
        }
    }

    /// An object that goes from one piece of work for the main queue to the next.
    private struct Held: @unchecked Sendable {
        var object: Superhero

        init(_ object: Superhero) { self.object = object }
    }

    /// Runs a step, and ends the process with its name if it takes too long.
    private func step(_ name: String, _ body: () async throws -> Void) async throws {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            guard end.wait(timeout: .now() + 30) == .timedOut else { return }
            Issue.record("waits forever: \(name)")
            exit(EXIT_FAILURE)
        }
        defer { end.signal() }
        do {
            try await body()
        } catch {
            Issue.record(error, "\(name)")
        }
    }

    /// Where work for contexts is asked for.
    private enum Caller: CaseIterable, Sendable {
        case mainThread
        /// The queue of a context that has nothing to do with the others.
        case otherContext
        case otherThread
        case task

        func run(_ body: @escaping @Sendable () throws -> Void) async throws {
            switch self {
            case .mainThread: try await MainActor.run(body: body)
            case .otherContext: try await makeContainer().newBackgroundContext().perform(body)
            case .otherThread:
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
                }
            case .task: try await Task.detached { try body() }.value
            }
        }
    }

    /// A context, its child, and the child of that one.
    private struct ContextTree: Sendable {
        let coordinator: NSPersistentStoreCoordinator
        let contexts: [NSManagedObjectContext]
        var root: NSManagedObjectContext { contexts[0] }
        var middle: NSManagedObjectContext { contexts[1] }
        var leaf: NSManagedObjectContext { contexts[2] }

        static let kinds: [NSManagedObjectContextConcurrencyType] = [
            .mainQueueConcurrencyType, .privateQueueConcurrencyType,
        ]
        /// The queues of three contexts, the root first.
        static let allKinds = kinds.flatMap { root in
            kinds.flatMap { middle in kinds.map { leaf in [root, middle, leaf] } }
        }

        init(_ kinds: [NSManagedObjectContextConcurrencyType]) throws {
            coordinator = makeContainer().persistentStoreCoordinator
            contexts = kinds.map { NSManagedObjectContext(concurrencyType: $0) }
            root.persistentStoreCoordinator = coordinator
            middle.parent = root
            leaf.parent = middle
        }

        func insert() { Superhero(context: leaf).name = "Robin" }

        /// Saves the leaf, and then each parent in the work of its child.
        func insertAndSaveUpward() throws {
            try leaf.performAndWait {
                insert()
                try leaf.save()
                try middle.performAndWait {
                    try middle.save()
                    try root.performAndWait { try root.save() }
                }
            }
        }

        func expectSaved() throws {
            let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            reader.persistentStoreCoordinator = coordinator
            let names = try reader.performAndWait {
                try reader.fetch(NSFetchRequest<Superhero>(entityName: "Superhero")).map(\.name)
            }
            #expect(names == ["Robin"])
        }
    }

    /// A way to insert an object in the leaf, and to save it to the store.
    private enum ContextUse: CaseIterable, Sendable {
        case oneAfterAnother
        case childToParent
        case parentToChild
        case performsInPerforms
        case waitsInPerforms
        case asynchronous
        case enqueued

        func insertAndSave(in tree: ContextTree, from caller: Caller) async throws {
            switch self {
            case .oneAfterAnother:
                try await caller.run {
                    tree.leaf.performAndWait { tree.insert() }
                    for context in tree.contexts.reversed() { try context.performAndWait { try context.save() } }
                }
            case .childToParent: try await caller.run { try tree.insertAndSaveUpward() }
            case .parentToChild:
                try await caller.run {
                    try tree.root.performAndWait {
                        try tree.middle.performAndWait {
                            try tree.leaf.performAndWait {
                                tree.insert()
                                try tree.leaf.save()
                            }
                            try tree.middle.save()
                        }
                        try tree.root.save()
                    }
                }
            case .performsInPerforms:
                try await finished { end in
                    try await caller.run {
                        tree.leaf.perform {
                            tree.insert()
                            end.noting { try tree.leaf.save() }
                            tree.middle.perform {
                                end.noting { try tree.middle.save() }
                                tree.root.perform {
                                    end.noting { try tree.root.save() }
                                    end.resume()
                                }
                            }
                        }
                    }
                }
            case .waitsInPerforms:
                try await finished { end in
                    try await caller.run {
                        tree.leaf.perform {
                            end.noting { try tree.insertAndSaveUpward() }
                            end.resume()
                        }
                    }
                }
            case .asynchronous: try await saved(tree, from: caller, .immediate)
            case .enqueued: try await saved(tree, from: caller, .enqueued)
            }
        }

        /// Saves with asynchronous calls: of the main actor, or of a task that the caller creates.
        private func saved(
            _ tree: ContextTree, from caller: Caller, _ schedule: NSManagedObjectContext.ScheduledTaskType
        ) async throws {
            @Sendable func save(isolation: isolated (any Actor)? = #isolation) async throws {
                await tree.leaf.perform(schedule: schedule) { tree.insert() }
                for context in tree.contexts.reversed() {
                    try await context.perform(schedule: schedule) { try context.save() }
                }
            }
            if caller == .mainThread {
                try await Task { @MainActor in try await save() }.value
            } else {
                try await finished { end in
                    try await caller.run {
                        Task {
                            do { try await save() } catch { end.noting { throw error } }
                            end.resume()
                        }
                    }
                }
            }
        }

        private func finished(_ begin: (End) async throws -> Void) async throws {
            let end = End()
            try await begin(end)
            await end.wait()
        }
    }

    /// The end of work that is not waited for by its caller.
    private final class End: Sendable {
        private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)

        func noting(_ body: () throws -> Void) { #expect(throws: Never.self) { try body() } }

        func resume() { continuation.finish() }

        func wait() async { for await _ in stream {} }
    }
#endif
