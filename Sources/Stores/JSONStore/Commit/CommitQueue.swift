import ColumnEngine
import Foundation
import Synchronization

/// The state of a store, and the saves on their way to the medium.
///
/// Saves of several contexts form a queue, and each is checked against the state after the one before it. The next
/// writer writes all waiting saves, and waits for the medium once. Readers see a state when it is written.
final class CommitQueue: Sendable {
    /// The data that a save writes.
    struct Written {
        /// The members of its line in the journal; nil if the file must be written.
        var members: [UInt8]?
        /// The values in separate files.
        var values: [(name: String, data: Data)] = []
    }

    struct Save {
        var written: Written
        var contents: StoreContents
        var ticket: SaveTicket
    }

    private struct State {
        var published: StoreContents
        /// The state after the last save in the queue.
        var pending: StoreContents
        /// The last assigned numbers, saved or not.
        var lastNumbers: [String: Int64]
        var queue: [Save] = []
    }

    private let state: Mutex<State>

    init(_ contents: StoreContents) {
        state = Mutex(State(published: contents, pending: contents, lastNumbers: contents.lastNumbers))
    }

    var published: StoreContents { state.withLock { $0.published } }

    /// The number of waiting saves.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Reserves numbers; nil if there are not enough left.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64? {
        state.withLock { state in
            let last = state.lastNumbers[name, default: 0]
            let (next, overflow) = last.addingReportingOverflow(Int64(count))
            guard !overflow else { return nil }
            state.lastNumbers[name] = next
            return last + 1
        }
    }

    /// Adds a save to the queue, which `body` creates from the state before it.
    func enqueue(_ body: (_ before: StoreContents, _ after: inout StoreContents) throws -> Written) rethrows -> Save {
        try state.withLock { state in
            let save = try Self.save(after: state.pending, state.lastNumbers, body)
            state.pending = save.contents
            state.queue.append(save)
            return save
        }
    }

    /// Adds several consecutive saves to the queue, all or none, to be written together. `body` creates each from an
    /// element and the state before it.
    func enqueue<Element>(
        _ elements: [Element],
        _ body: (_ element: Element, _ before: StoreContents, _ after: inout StoreContents) throws -> Written
    ) rethrows -> [Save] {
        try state.withLock { state in
            var saves: [Save] = []
            for element in elements {
                let before = saves.last?.contents ?? state.pending
                saves.append(try Self.save(after: before, state.lastNumbers) { try body(element, $0, &$1) })
            }
            state.pending = saves.last?.contents ?? state.pending
            state.queue += saves
            return saves
        }
    }

    private static func save(
        after before: StoreContents, _ lastNumbers: [String: Int64],
        _ body: (_ before: StoreContents, _ after: inout StoreContents) throws -> Written
    ) rethrows -> Save {
        var after = before
        after.lastNumbers = lastNumbers
        let written = try body(before, &after)
        return Save(written: written, contents: after, ticket: SaveTicket())
    }

    /// Removes the waiting saves, in their order.
    func takeAll() -> [Save] {
        state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
    }

    /// Makes the state after written saves visible to readers.
    func publish(_ saves: [Save]) {
        guard let last = saves.last else { return }
        state.withLock { $0.published = last.contents }
        for save in saves { save.ticket.settle(.success(())) }
    }

    /// Fails saves, and those waiting after them.
    func fail(_ saves: [Save], _ error: StoreError) {
        let followers = state.withLock { state in
            defer { state.queue = [] }
            state.pending = state.published
            return state.queue
        }
        for save in saves + followers { save.ticket.settle(.failure(error)) }
    }
}

/// The result of a save, which can be written together with others.
final class SaveTicket: Sendable {
    private let result = Mutex<Result<Void, StoreError>?>(nil)

    /// Nil until the save is written or fails.
    var outcome: Result<Void, StoreError>? { result.withLock { $0 } }

    func settle(_ outcome: Result<Void, StoreError>) { result.withLock { $0 = outcome } }
}
