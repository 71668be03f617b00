import CSQLite
import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Each call that one operation makes to the file system fails in turn, also those that only look: the operation throws
/// or reports an error, or its answer is right; afterward, the same operation succeeds.
struct OperationFaultTests {
    /// What a context does while the file system fails.
    enum Operation: CaseIterable {
        case open, save, fetch, load, count, refresh, close

        /// How calls fail where there is little time: an error once or for good, by turns, and a full disk once for
        /// what writes.
        var briefKinds: [Kind] {
            switch self {
            case .save: [.lasting, .full]
            case .open, .load, .refresh: [.once]
            case .fetch, .count, .close: [.lasting]
            }
        }
    }

    /// What the file system says, and whether it goes on saying it.
    enum Kind: CaseIterable {
        case once, full, lasting, lastingFull

        func fault(after count: Int) -> TestFileSystem.Fault {
            TestFileSystem.Fault(
                countdown: count, isLasting: self == .lasting || self == .lastingFull,
                result: self == .full || self == .lastingFull ? SQLITE_FULL : nil, includesLooks: true)
        }
    }

    @Test("An operation fails at any call of the file system, and nothing is lost", arguments: Operation.allCases)
    func failing(_ operation: Operation) throws {
        let template = try SQLiteFile()
        try template.session { context in
            let team = Team(context: context)
            for number in 0..<5 {
                let hero = Superhero(context: context)
                hero.name = "\(number)"
                team.addToHeroes(hero)
            }
            try context.save()
        }
        let bytes = try template.bytes
        // All calls and kinds take minutes.
        let step = CrashEffort.isFull ? 1 : 29
        for kind in CrashEffort.isFull ? Kind.allCases : operation.briefKinds {
            var count = Int(SplitMix.seeded(for: "\(operation) \(kind)").seed % UInt64(step))
            while try run(operation, kind, failingAfter: count, bytes) { count += step }
            // At the very first call, too.
            #expect(try run(operation, kind, failingAfter: 0, bytes), "\(operation) makes no calls")
        }
    }

    /// Saves a hero, does the operation with a call that fails, and repeats it without.
    ///
    /// - Returns: Whether there was a call to fail.
    private func run(
        _ operation: Operation, _ kind: Kind, failingAfter count: Int, _ bytes: [UInt8]
    ) throws -> Bool {
        let place = Comment(rawValue: "\(operation), \(kind), call \(count)")
        let file = try SQLiteFile()
        try file.write(bytes)
        let fileSystem = try TestFileSystem()
        var names = Set((0..<5).map { "\($0)" })
        if operation == .open {
            fileSystem.fail(kind.fault(after: count))
            do {
                try file.session(.on(fileSystem)) { _ in fileSystem.fail(nil) }
            } catch {
                expect(error, place, file)
            }
            fileSystem.fail(nil)
            try file.session(.on(fileSystem)) { try #expect(heroes($0) == names, place) }
        } else {
            try file.session(.on(fileSystem)) { context in
                Superhero(context: context).name = "acknowledged"
                try context.save()
                names.insert("acknowledged")
                var errors: [any Error] = []
                let observation = context.observe { event in
                    if case .didFailToRead(let error) = event { errors.append(error) }
                }
                let hero = try #require(try context.all(Superhero.self).first)
                if operation == .save { Superhero(context: context).name = "new" }
                if operation == .refresh { hero.name = "changed" }
                // The pages of a connection are in memory; what another program saves is read from the file.
                if operation != .save, operation != .close {
                    try file.session { other in
                        Superhero(context: other).name = "other"
                        try other.save()
                    }
                    names.insert("other")
                }
                fileSystem.fail(kind.fault(after: count))
                guard operation != .close else { return }
                do {
                    try perform(operation, context, hero, names, place)
                } catch {
                    errors.append(error)
                }
                fileSystem.fail(nil)
                for error in errors { expect(error, place, file) }
                if operation == .save, errors.isEmpty { #expect(!context.hasChanges, place) }
                if !errors.isEmpty {
                    errors = []
                    try perform(operation, context, hero, names, place)
                    #expect(errors.isEmpty, place)
                }
                if operation == .save { names.insert("new") }
                if operation == .refresh {
                    #expect(hero.name == "changed" && context.updatedObjects == [hero], place)
                    context.rollback()
                }
                #expect(try heroes(context) == names, place)
                withExtendedLifetime(observation) {}
            }
            fileSystem.fail(nil)
        }
        #expect(try DatabaseFile(file.url).integrity() == "ok", place)
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty, place)
        #expect(try file.session { try heroes($0) } == names, place)
        return fileSystem.hasFailed
    }

    private func perform(
        _ operation: Operation, _ context: ManagedObjectContext, _ hero: Superhero, _ names: Set<String>,
        _ place: Comment
    ) throws {
        switch operation {
        case .open, .close: break
        case .save: try context.save()
        case .fetch: #expect(try heroes(context) == names, place)
        case .load:
            try context.load(try context.all(Superhero.self), relationshipKeyPaths: ["teams"])
        case .count: #expect(try context.count(for: FetchRequest<Superhero>()) == names.count, place)
        case .refresh: context.refresh(hero, mergeChanges: true)
        }
    }

    private func heroes(_ context: ManagedObjectContext) throws -> Set<String> {
        var request = FetchRequest<Superhero>()
        request.returnsObjectsAsFaults = false
        return Set(try context.fetch(request).compactMap(\.name))
    }

    private func expect(_ error: any Error, _ place: Comment, _ file: SQLiteFile) {
        guard let error = error as? StoreError else {
            Issue.record("\(place): \(error)")
            return
        }
        let codes: [StoreError.Code] = [.fileSystem, .outOfSpace, .readOnly, .damaged, .inUse]
        #expect(
            codes.contains(error.code) && error.location == file.path && error.message.contains("; "),
            "\(place): \(error)"
        )
    }
}
