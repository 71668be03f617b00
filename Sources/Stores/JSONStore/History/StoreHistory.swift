import ColumnEngine
import FileAccess
import Foundation
import JSONTokens
import Synchronization

/// The history of a store in a file next to it, `<name>.history`: a statement, followed by a line for each transaction.
///
/// A transaction is on the medium before its save, so the history never lacks a save.
final class StoreHistory: PersistentHistoryStore {
    private struct State {
        var statement: HistoryStatement
        /// Nil if there is no file to append to.
        var file: JournalFile?
        var lastNumber: Int
        /// The start of the last transaction; nil if it cannot be undone.
        var lastStart: Int?
    }

    private let path: String
    private let operations: FileOperations
    private let durability: Durability
    private let permissions: FilePermissions?
    private let writer: TransactionWriter
    private let reader: TransactionReader
    private let state: Mutex<State>
    /// Whether another process may be adding transactions.
    private let isReadOnly: Bool

    /// - Parameter isNew: Whether the store has no file yet. An existing history then belongs to another store, or to a
    ///   save that never returned, and is ignored.
    /// - Throws: `StoreError` for a damaged history, and for that of another store; `SystemError`.
    init(
        path: String, storeIdentifier: UUID, model: ManagedObjectModel, options: JSONStoreOptions,
        operations: FileOperations, permissions: FilePermissions?, isNew: Bool
    ) throws {
        self.path = path
        self.operations = operations
        self.permissions = permissions
        durability = options.durability
        isReadOnly = options.isReadOnly
        writer = TransactionWriter(model: model)
        reader = TransactionReader(model: model, storeIdentifier: storeIdentifier)
        var state = State(
            statement: HistoryStatement(store: storeIdentifier, isTracking: false, removedNumber: 0), lastNumber: 0)
        if !isNew, !isReadOnly { try Self.open(path, of: storeIdentifier, operations, &state) }
        self.state = Mutex(state)
    }

    deinit { state.withLock { $0.file?.close() } }

    private static func lines(at path: String, of store: UUID) throws -> (bytes: [UInt8], lines: HistoryLines)? {
        guard let bytes = try FileReading(path)?.bytes.array, let lines = try HistoryLines(bytes, path: path) else {
            return nil
        }
        guard lines.statement.store == store else {
            throw StoreError(
                .journalMismatch, location: path,
                "the history belongs to another store; move it away to start a new one")
        }
        return (bytes, lines)
    }

    /// Opens an existing history, if any, for more transactions.
    private static func open(
        _ path: String, of store: UUID, _ operations: FileOperations, _ state: inout State
    ) throws {
        guard let lines = try lines(at: path, of: store)?.lines else { return }
        state.statement = lines.statement
        state.lastNumber = lines.lastNumber
        state.file = try JournalFile(
            opening: path, soundCount: lines.soundCount, tornCount: lines.tornCount, operations: operations)
    }

    // MARK: - Reading

    var isTracking: Bool { statement.isTracking }

    var lastRemovedTransactionNumber: Int { statement.removedNumber }

    var lastTransactionNumber: Int {
        isReadOnly ? (try? latestLines())?.lines.lastNumber ?? 0 : state.withLock { $0.lastNumber }
    }

    private var statement: HistoryStatement {
        let known = state.withLock { $0.statement }
        return isReadOnly ? (try? latestLines())?.lines.statement ?? known : known
    }

    private func latestLines() throws -> (bytes: [UInt8], lines: HistoryLines)? {
        try Self.lines(at: path, of: reader.storeIdentifier)
    }

    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        // If this process writes the history, it adds and removes nothing meanwhile.
        let latest = try reporting { try state.withLock { _ in try latestLines() } }
        guard let (bytes, lines) = latest else { return [] }
        let removedNumber = lines.statement.removedNumber
        // A number can be any, as one of a token that a program has kept.
        return try lines.transactions.dropFirst(number > removedNumber ? number - removedNumber : 0)
            .map { try transaction(in: bytes[$0]) }
    }

    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        guard let (bytes, lines) = try reporting({ try state.withLock { _ in try latestLines() } }) else { return [] }
        let removedNumber = lines.statement.removedNumber
        let count = number.map { $0 > removedNumber ? $0 - 1 - removedNumber : 0 } ?? lines.transactions.count
        // Lines without the number are not parsed.
        let mark = Data("\"id\": \(objectID.number)".utf8)
        var found: [PersistentHistoryTransaction] = []
        for range in lines.transactions.prefix(count).reversed() where found.count < limit {
            guard Data(bytes[range]).range(of: mark) != nil else { continue }
            if let own = try transaction(in: bytes[range]).restricted(to: objectID) { found.append(own) }
        }
        return found
    }

    private func transaction(in line: ArraySlice<UInt8>) throws -> PersistentHistoryTransaction {
        do {
            return try line.withUnsafeBytes { try reader.read($0) }
        } catch let error as JSONError {
            throw StoreError(error, location: path)
        }
    }

    // MARK: - Writing

    func setTracking(_ isTracking: Bool) throws {
        guard !isReadOnly else { throw StoreError(.readOnly, location: path, "the store is read-only") }
        try reporting {
            try state.withLock { state in
                // Missing transactions count as removed: numbers continue, and older tokens are rejected.
                let statement = HistoryStatement(
                    store: reader.storeIdentifier, isTracking: isTracking, removedNumber: state.lastNumber)
                try replace(statement, [], &state)
            }
        }
    }

    func append(_ transaction: PersistentHistoryTransaction) throws {
        let bytes = writer.bytes(of: transaction)
        try reporting {
            try state.withLock { state in
                // Rewriting it may have failed.
                if state.file == nil { try Self.open(path, of: reader.storeIdentifier, operations, &state) }
                try checkIsInPlace(&state)
                guard let start = state.file?.soundCount else { throw SystemError(ENOENT, call: "open") }
                try state.file?.append(bytes)
                do {
                    if durability == .full { try state.file?.synchronize() }
                } catch {
                    state.file?.takeBack(to: start)
                    throw error
                }
                state.lastStart = start
                state.lastNumber += 1
            }
        }
    }

    /// Throws an error if another program has edited the file of the open store, because a transaction would undo the
    /// edit, or follow other bytes. A deleted file is created again, and its transactions count as removed.
    private func checkIsInPlace(_ state: inout State) throws {
        guard let file = state.file, !file.isInPlace else { return }
        guard FileStamp(path) == nil else {
            throw StoreError(
                .changedElsewhere, location: path,
                "another program changed the history while the store was open; nothing was saved, to keep that change; "
                    + "reopen the store")
        }
        state.statement.removedNumber = state.lastNumber
        try replace(state.statement, [], &state)
    }

    func revertLastTransaction(after error: any Error) {
        if (error as? StoreError)?.code == .uncertain { return }
        state.withLock { state in
            guard let start = state.lastStart else { return }
            state.file?.takeBack(to: start)
            state.lastStart = nil
            state.lastNumber -= 1
        }
    }

    func removeTransactions(upTo number: Int) throws {
        guard !isReadOnly else { throw StoreError(.readOnly, location: path, "the store is read-only") }
        try reporting {
            try state.withLock { state in
                guard number > state.statement.removedNumber, let (bytes, lines) = try latestLines() else { return }
                let count = min(number - state.statement.removedNumber, lines.transactions.count)
                var statement = state.statement
                statement.removedNumber += count
                let kept = lines.transactions.dropFirst(count).first.map { $0.lowerBound..<lines.soundCount }
                try replace(statement, kept.map { bytes[$0] } ?? [], &state)
            }
        }
    }

    /// Writes the file again.
    private func replace(_ statement: HistoryStatement, _ transactions: ArraySlice<UInt8>, _ state: inout State) throws
    {
        state.file?.close()
        state.file = nil
        state.lastStart = nil
        try AtomicFile(path: path, operations: operations, isSynchronous: durability != .off)
            .write(statement.bytes + transactions, permissions: permissions)
        try Self.open(path, of: reader.storeIdentifier, operations, &state)
    }

    /// Converts errors of the file system to errors of the store.
    private func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as UncertainOutcomeError {
            throw StoreError(
                .uncertain, location: path, "the store cannot tell whether the history reached the disk: \(error)")
        } catch {
            throw StoreError(.fileSystem, location: path, "the history cannot be read or written: \(error)")
        }
    }
}
