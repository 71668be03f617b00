import BenchmarkModels
import Foundation
import JSONStore
import ObjectGraph
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One piece of work on one side, done in a process of its own: its memory is its own too.
struct Work: Codable {
    enum Kind: String, Codable {
        case insert, readAll, insertOneByOne, open, write, migrate, saveInTurn, saveTogether
    }

    enum SideName: String, Codable, CaseIterable {
        case modelgen, records, rows, foundation
    }

    var kind: Kind
    var side: SideName
    var folder: String
    var count: Int

    struct Result: Codable {
        var seconds: Double
        /// Of insertions one by one: the median of a half of them in the middle.
        var secondsEach: Double?
        var peakMemoryBytes: Int
    }

    func perform() throws -> Result {
        let folder = URL(filePath: folder)
        let side: any Side =
            switch side {
            case .modelgen: ModelGenSide(folder: folder)
            case .records: RecordSide(folder: folder)
            case .rows: RowSide(folder: folder)
            case .foundation: FoundationSide(folder: folder)
            }
        var each: Double?
        var opened: JSONStore?
        let seconds = try seconds {
            switch kind {
            case .insert: try side.insert(count)
            case .readAll: FileHandle.standardError.write(Data("sum \(try side.readAll())\n".utf8))
            case .insertOneByOne:
                let all = try side.insertOneByOne(100, after: count)
                each = all.sorted()[all.count / 2]
            case .open: opened = try openedStore(isReadOnly: true)
            case .write: break
            case .migrate: try migrate()
            case .saveInTurn: try saveOneByOne(byContexts: 1)
            case .saveTogether: try saveOneByOne(byContexts: 10)
            }
        }
        // Closing it is not opening it.
        withExtendedLifetime(opened) {}
        if kind == .insertOneByOne, count == 0 { each = nil }
        if kind == .write { return try measureWriting() }
        return Result(seconds: seconds, secondsEach: each, peakMemoryBytes: Self.peakMemoryBytes)
    }

    private func openedStore(isReadOnly: Bool) throws -> JSONStore {
        try JSONStore(
            at: URL(filePath: folder).appending(path: "People.json"), model: People.model,
            options: JSONStoreOptions(isReadOnly: isReadOnly, durability: .off, compaction: .manual))
    }

    /// Brings the store to a later version of its model, without waiting for a medium.
    private func migrate() throws {
        let report = try JSONStore.migrate(
            URL(filePath: folder).appending(path: "People.json"), to: People.laterModel,
            options: JSONStoreOptions(durability: .off))
        guard report.entities.first?.objectCount == count else { throw CocoaError(.fileReadCorruptFile) }
    }

    /// As many durable saves of one object as asked for, by contexts that save at the same time.
    private func saveOneByOne(byContexts contextCount: Int) throws {
        let container = try PersistentContainer(
            model: People.model, store: .json(at: URL(filePath: folder).appending(path: "People.json")))
        let count = count / contextCount
        let failures = Atomic(0)
        let group = DispatchGroup()
        for _ in 0..<contextCount {
            group.enter()
            Thread.detachNewThread {
                let context = container.newContext()
                for number in 0..<count {
                    Person(context: context).set(PersonValues(number: number))
                    do { try context.save() } catch { failures.add(1, ordering: .relaxed) }
                }
                group.leave()
            }
        }
        group.wait()
        guard failures.load(ordering: .relaxed) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Writing the whole file, without waiting for a medium.
    private func measureWriting() throws -> Result {
        let container = try PersistentContainer(
            model: People.model, store: Opened(store: openedStore(isReadOnly: false)))
        let context = container.newContext()
        Person(context: context).set(PersonValues(number: count + 1))
        try context.save()
        guard let store = container.persistentStore as? JSONStore else { throw CocoaError(.featureUnsupported) }
        return Result(seconds: try seconds { try store.compact() }, peakMemoryBytes: Self.peakMemoryBytes)
    }

    private struct Opened: PersistentStoreDescription {
        let store: JSONStore

        func openStore(for model: ManagedObjectModel) -> any PersistentStore { store }
    }

    private static var peakMemoryBytes: Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        #if os(Linux)
            return usage.ru_maxrss * 1024
        #else
            return usage.ru_maxrss
        #endif
    }
}
