import ColumnEngine
import Foundation
import Synchronization

/// The state of a store, and the saves on their way to the medium.
///
/// Saves of several contexts line up: each is checked against the state after the one before it. Whoever gets to write
/// next writes all that wait, and waits for the medium once. Readers see a state when it is written.
final class CommitQueue: Sendable {
    /// What a save writes.
    struct Written {
        /// The members of its line in the journal; nil when the file has to be written.
        var members: [UInt8]?
        /// The values that have files of their own.
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
        /// The last numbers that were handed out, saved or not.
        var lastNumbers: [String: Int64]
        var queue: [Save] = []
    }

    private let state: Mutex<State>

    init(_ contents: StoreContents) {
        state = Mutex(State(published: contents, pending: contents, lastNumbers: contents.lastNumbers))
    }

    var published: StoreContents { state.withLock { $0.published } }

    /// How many saves wait to be written.
    var waitingCount: Int { state.withLock { $0.queue.count } }

    /// Hands out numbers; nil when there are not so many left.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64? {
        state.withLock { state in
            let last = state.lastNumbers[name, default: 0]
            let (next, overflow) = last.addingReportingOverflow(Int64(count))
            guard !overflow else { return nil }
            state.lastNumbers[name] = next
            return last + 1
        }
    }

    /// Lines up a save, which `body` makes of the state before it.
    func enqueue(
        _ body: (_ before: StoreContents, _ after: inout StoreContents) throws -> Written
    ) rethrows -> Save {
        try state.withLock { state in
            let save = try Self.save(after: state.pending, state.lastNumbers, body)
            state.pending = save.contents
            state.queue.append(save)
            return save
        }
    }

    /// Lines up several saves, one behind the other with none between them, all or none: they are written together. `body`
    /// makes each of an element and the state before it.
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

    /// Takes the saves that wait, in their order.
    func takeAll() -> [Save] {
        state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
    }

    /// Makes the state after written saves the one that readers see.
    func publish(_ saves: [Save]) {
        guard let last = saves.last else { return }
        state.withLock { $0.published = last.contents }
        for save in saves { save.ticket.settle(.success(())) }
    }

    /// Gives saves up, and those that have lined up behind them.
    func fail(_ saves: [Save], _ error: JSONStoreError) {
        let followers = state.withLock { state in
            defer { state.queue = [] }
            state.pending = state.published
            return state.queue
        }
        for save in saves + followers { save.ticket.settle(.failure(error)) }
    }
}

/// What becomes of a save that may be written together with others, by whoever comes first.
final class SaveTicket: Sendable {
    private let result = Mutex<Result<Void, JSONStoreError>?>(nil)

    /// Nil as long as no one has written the save, or failed to.
    var outcome: Result<Void, JSONStoreError>? { result.withLock { $0 } }

    func settle(_ outcome: Result<Void, JSONStoreError>) {
        result.withLock { $0 = outcome }
    }
}
