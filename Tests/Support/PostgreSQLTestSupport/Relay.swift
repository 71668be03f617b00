import Foundation
import Synchronization

/// Stands between a store and a server, and cuts their connection where a test wants it.
public final class Relay: Sendable {
    /// Where a connection is cut, once.
    public enum Cut: Sendable {
        /// When the store sends a text, which the server does not get.
        case before(String)
        /// When the server has got a text and has answered, and the store has heard nothing of it.
        case after(String)
        /// After so many bytes that the store has sent from now on.
        case afterBytes(Int)
        /// After so many bytes that the server has answered from now on.
        case afterAnsweredBytes(Int)
        /// Not at all: when the store sends a text, it is kept, and so is whatever the store sends after it.
        case never(containing: String)
    }

    private struct State {
        var cut: Cut?
        /// Whether nobody answers once the connection is cut.
        var isGoneThen = false
        var isGone = false
        var sentByteCount = 0
        var answeredByteCount = 0
        var pairs: [ConnectionPair] = []
        var connectionCount = 0
        /// How many bytes are passed on at a time, with a pause after each; nil for all at once.
        var pieceLength: Int?
    }

    private let serverPath: String
    private let listener: LocalListener
    private let state = Mutex(State())
    private let isHolding = DispatchSemaphore(value: 0)

    /// A relay in a temporary folder of its own, which goes away with it.
    public init(to server: TestServer) throws {
        serverPath = server.socketPath
        listener = try LocalListener("relay")
        listener.accept { [weak self] store in
            guard let self else { return false }
            self.join(store)
            return true
        }
    }

    deinit { state.withLock { for pair in $0.pairs { pair.cut() } } }

    /// How the server is reached by way of the relay.
    public var connection: String { "host=\(listener.folder) user=tests dbname=postgres" }

    /// The same as an address, which ends in parameters.
    public var address: String { "postgresql://tests@/postgres?host=\(listener.folder)" }

    /// Cuts the next connection that comes to a point.
    ///
    /// - Parameter isGoneThen: Whether nobody answers afterwards, until ``comeBack()``.
    public func cut(_ cut: Cut, isGoneThen: Bool = false) {
        state.withLock { state in
            state.cut = cut
            state.isGoneThen = isGoneThen
            state.sentByteCount = 0
            state.answeredByteCount = 0
        }
    }

    /// Forgets a cut that has not happened.
    ///
    /// - Returns: Whether it had not happened.
    public func forgetCut() -> Bool {
        state.withLock { state in
            defer { state.cut = nil }
            return state.cut != nil
        }
    }

    /// Waits until a text has come that is to be held.
    ///
    /// - Returns: Whether it has come in a minute.
    public func waitUntilHolding() -> Bool { isHolding.wait(timeout: .now() + 60) == .success }

    /// Passes on what the store sends a few bytes at a time, a millisecond apart; nil for all at once again.
    public func delay(byPiecesOf length: Int?) { state.withLock { $0.pieceLength = length } }

    /// How many connections there have been.
    public var connectionCount: Int { state.withLock { $0.connectionCount } }

    /// Answers again.
    public func comeBack() { state.withLock { $0.isGone = false } }

    // MARK: Connections

    private func join(_ store: Int32) {
        guard !state.withLock({ $0.isGone }) else {
            close(store)
            return
        }
        // A server that is not there is one that nobody answers for.
        guard let pair = try? ConnectionPair(store: store, serverPath: serverPath) else { return }
        state.withLock { state in
            state.pairs.append(pair)
            state.connectionCount += 1
        }
        pair.run { [weak self] in
            var recent: [UInt8] = []
            LocalSocket.pass(from: pair.store) { bytes in self?.passOn(bytes, &recent, pair) ?? false }
        } heard: { [weak self] count in
            self?.heardCount(of: count) ?? 0
        } end: { [weak self] in
            self?.state.withLock { $0.pairs.removeAll { $0 === pair } }
        }
    }

    /// How many bytes of an answer are passed on.
    private func heardCount(of count: Int) -> Int {
        state.withLock { state in
            defer { state.answeredByteCount += count }
            guard case .afterAnsweredBytes(let last)? = state.cut, state.answeredByteCount + count > last else {
                return count
            }
            state.cut = nil
            return last - state.answeredByteCount
        }
    }

    /// Passes on what a store sends.
    ///
    /// - Returns: Whether the connection goes on.
    private func passOn(_ bytes: ArraySlice<UInt8>, _ recent: inout [UInt8], _ pair: ConnectionPair) -> Bool {
        recent = recent.suffix(32) + bytes
        let text = String(decoding: recent, as: UTF8.self)
        enum Step { case pass, drop, answerUnheard, part(Int), hold, pieces(Int) }
        let step = state.withLock { state -> Step in
            var step = Step.pass
            switch state.cut {
            case .before(let wanted)? where text.contains(wanted): step = .drop
            case .after(let wanted)? where text.contains(wanted): step = .answerUnheard
            case .afterBytes(let count)? where state.sentByteCount + bytes.count > count:
                step = .part(count - state.sentByteCount)
            case .never(let wanted)? where text.contains(wanted): step = .hold
            default: break
            }
            state.sentByteCount += bytes.count
            if case .pass = step { return state.pieceLength.map(Step.pieces) ?? step }
            state.cut = nil
            state.isGone = state.isGoneThen
            if state.isGone { for other in state.pairs where other !== pair { other.cut() } }
            return step
        }
        switch step {
        case .pass: return LocalSocket.write(bytes, to: pair.server)
        case .pieces(let length):
            for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: length) {
                let piece = bytes[start..<min(start + length, bytes.endIndex)]
                guard LocalSocket.write(piece, to: pair.server) else { return false }
                Thread.sleep(forTimeInterval: 0.001)
            }
            return true
        case .hold:
            isHolding.signal()
            // What the store sends from now on stays here until the store goes away.
            LocalSocket.pass(from: pair.store, until: { _ in true })
            return false
        case .drop: return false
        case .part(let count):
            _ = LocalSocket.write(bytes.prefix(count), to: pair.server)
            return false
        case .answerUnheard:
            pair.isDeaf.store(true, ordering: .sequentiallyConsistent)
            // The rest of what the store sends belongs to it. The answer ends the connection.
            return LocalSocket.write(bytes, to: pair.server)
        }
    }
}
