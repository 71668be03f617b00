import Foundation
import Synchronization

/// Stands between a store and a server, and makes of it an engine that has only what engines with PostgreSQL's protocol
/// share.
///
/// It reads the statements that come, refuses those that use something else, and has every transaction run at
/// SERIALIZABLE, whatever was asked for. A statement that is refused reaches the server as one that it does not know,
/// so that transactions and pipelines end as they do on a real engine.
public final class SharedFeatureEngine: Sendable {
    /// What some engines do not have.
    public enum Feature: String, CaseIterable, Sendable {
        case advisoryLocks, deferrableConstraints, notifications, tableLocks, temporaryTables, triggers, serverCode
        case cursors, copying, savepoints

        /// Whether a statement uses it.
        ///
        /// - Parameter words: Those of the statement in upper case, without names in quotes and texts.
        func isUsed(in words: [String]) -> Bool {
            func has(_ wanted: String...) -> Bool { wanted.contains(where: words.contains) }
            func begins(with wanted: String...) -> Bool { words.first.map(wanted.contains) ?? false }
            return switch self {
            case .advisoryLocks: words.contains { $0.contains("ADVISORY") }
            case .deferrableConstraints: has("DEFERRABLE", "DEFERRED", "CONSTRAINTS")
            case .notifications: begins(with: "LISTEN", "NOTIFY", "UNLISTEN") || has("PG_NOTIFY")
            case .tableLocks: begins(with: "LOCK")
            case .temporaryTables: has("TEMPORARY", "TEMP", "UNLOGGED")
            case .triggers: has("TRIGGER", "RULE")
            case .serverCode: begins(with: "DO", "CALL") || has("FUNCTION", "PROCEDURE", "EXTENSION", "LANGUAGE")
            case .cursors: begins(with: "DECLARE", "FETCH", "MOVE") || has("CURSOR")
            case .copying: begins(with: "COPY")
            case .savepoints: has("SAVEPOINT")
            }
        }
    }

    /// What statements were made of.
    public struct Account: Sendable {
        /// The statements by the words that they begin with, with the other words of SQL in them.
        public fileprivate(set) var statements: [String: Set<String>] = [:]
        /// The functions that were called.
        public fileprivate(set) var functions: Set<String> = []
        /// What values were turned into.
        public fileprivate(set) var casts: Set<String> = []
    }

    private struct State {
        var account = Account()
        var refusals: [Feature: Int] = [:]
        var failure: (word: String, sqlState: String)?
        var pairs: [ConnectionPair] = []
    }

    /// An engine on the server that tests share; nil where there is none.
    public static let shared: SharedFeatureEngine? = TestServer.shared.flatMap { try? SharedFeatureEngine(on: $0) }

    private let serverPath: String
    private let listener: LocalListener
    private let refused: Set<Feature>
    private let state = Mutex(State())

    /// An engine in a temporary folder of its own, which goes away with it.
    ///
    /// - Parameter refused: What it does not have.
    public init(on server: TestServer, refusing refused: Set<Feature> = Set(Feature.allCases)) throws {
        self.refused = refused
        serverPath = server.socketPath
        listener = try LocalListener("engine")
        listener.accept { [weak self] store in
            guard let self else { return false }
            self.join(store)
            return true
        }
    }

    deinit { state.withLock { for pair in $0.pairs { pair.cut() } } }

    /// How the engine is reached. What runs without `BEGIN` is SERIALIZABLE too.
    public var connection: String {
        "host=\(listener.folder) user=tests dbname=postgres options='-c default_transaction_isolation=serializable'"
    }

    // MARK: What was asked

    /// How many statements were refused of each feature.
    public var refusals: [Feature: Int] { state.withLock { $0.refusals } }

    /// What the statements that came were made of, those that were refused among them.
    public var account: Account { state.withLock { $0.account } }

    /// Fails the next statement that has a word, with an error of the engine's.
    public func fail(_ word: String, with sqlState: String) { state.withLock { $0.failure = (word, sqlState) } }

    // MARK: Connections

    private func join(_ store: Int32) {
        // A server that is not there is one that nobody answers for.
        guard let pair = try? ConnectionPair(store: store, serverPath: serverPath) else { return }
        state.withLock { $0.pairs.append(pair) }
        pair.run { [weak self] in
            var reader = MessageReader()
            LocalSocket.pass(from: pair.store) { bytes in
                guard let self else { return false }
                reader.append(bytes)
                var sent: [UInt8] = []
                while let message = reader.next() { sent += self.passedOn(message) }
                return LocalSocket.write(sent[...], to: pair.server)
            }
        } end: { [weak self] in
            self?.state.withLock { $0.pairs.removeAll { $0 === pair } }
        }
    }

    /// A message as the server gets it.
    private func passedOn(_ message: FrontendMessage) -> [UInt8] {
        guard let statement = message.statement else { return message.bytes }
        let words = StatementWords(statement)
        note(words)
        if let feature = Feature.allCases.first(where: { refused.contains($0) && $0.isUsed(in: words.all) }) {
            state.withLock { $0.refusals[feature, default: 0] += 1 }
            return message.replacing(statement: "\(feature.rawValue) are not known here")
        }
        if let sqlState = takeFailure(of: words.all) {
            let code = "DO $$BEGIN RAISE EXCEPTION 'as the test wants it' USING ERRCODE = '\(sqlState)'; END$$"
            return message.replacing(statement: code)
        }
        return message.replacing(
            statement: statement.replacing("ISOLATION LEVEL READ COMMITTED", with: "ISOLATION LEVEL SERIALIZABLE"))
    }

    private func note(_ words: StatementWords) {
        guard let first = words.keywords.first else { return }
        let length = Self.objectVerbs.contains(first) ? 2 : 1
        let name = words.keywords.prefix(length).joined(separator: " ")
        state.withLock { state in
            state.account.statements[name, default: []].formUnion(words.keywords.dropFirst(length))
            state.account.functions.formUnion(words.functions)
            state.account.casts.formUnion(words.casts)
        }
    }

    /// What says only with the next word what it is about.
    private static let objectVerbs: Set<String> = ["ALTER", "COMMENT", "CREATE", "DELETE", "DROP", "INSERT", "LOCK"]

    private func takeFailure(of words: [String]) -> String? {
        state.withLock { state in
            guard let failure = state.failure, words.contains(failure.word) else { return nil }
            state.failure = nil
            return failure.sqlState
        }
    }
}
