import Foundation
import ObjectGraph
import Synchronization

/// The columns that contain nothing but plain texts, as far as it is known; see ``PlainText``.
///
/// To find out, SQLite reads the index of a column. The store then remembers it until it writes another text into the
/// column, or another program writes to the file.
final class PlainTextColumns: Sendable {
    /// A state of the file, of which a view is taken.
    struct Moment: Sendable {
        /// The number of commits of this store that have ended.
        var endedCommitCount: Int
        /// The number that changes when someone else has written to the file; nil if it is not known.
        var dataVersion: Int64?
    }

    private struct Finding {
        var isPlain: Bool
        var moment: Moment
    }

    private struct State {
        var begunCommitCount = 0
        var endedCommitCount = 0
        var dataVersion: Int64?
        /// By table and column; nil while it is not known.
        var findings: [String: Finding?] = [:]
    }

    private let state = Mutex(State())

    /// The current moment, for a view that is about to be opened.
    var now: Moment {
        state.withLock { Moment(endedCommitCount: $0.endedCommitCount, dataVersion: $0.dataVersion) }
    }

    /// Notes that the writer has seen the file with this number.
    func note(dataVersion: Int64?) { state.withLock { $0.dataVersion = dataVersion } }

    /// Whether a column contains only plain texts in a view.
    ///
    /// - Parameters:
    ///   - moment: The moment before the view was opened.
    ///   - currentVersion: Returns the number that changes when someone else writes to the file;
    ///     nil if that takes long.
    ///   - search: Finds out in the view; nil if that fails.
    func contain(
        _ column: String, of table: String, at moment: Moment, currentVersion: () -> Int64?, _ search: () -> Bool?
    ) -> Bool {
        let key = "\(table).\(column)"
        let known = state.withLock { state in
            if let known = state.findings[key] { return known }
            // From now on, commits note what they write.
            state.findings[key] = .some(nil)
            return nil
        }
        if let known {
            // Sorting by the collation of the runtime is right for plain texts, too.
            guard known.isPlain else { return false }
            if moment.endedCommitCount >= known.moment.endedCommitCount, let version = known.moment.dataVersion,
                version == moment.dataVersion, version == currentVersion()
            {
                return true
            }
        }
        guard let isPlain = search() else { return false }
        guard let version = moment.dataVersion, version == currentVersion() else { return isPlain }
        state.withLock { state in
            // No commit has begun since the view was opened, so none has written without noting it.
            guard state.begunCommitCount == moment.endedCommitCount else { return }
            if let present = state.findings[key] ?? nil, !present.isPlain,
                present.moment.endedCommitCount >= moment.endedCommitCount
            {
                return
            }
            state.findings[key] = Finding(isPlain: isPlain, moment: moment)
        }
        return isPlain
    }

    /// Notes what a commit is about to write.
    func beginCommit(of changes: StoreChanges, _ layout: StoreLayout) {
        let isTracking = state.withLock { state in
            state.begunCommitCount += 1
            return !state.findings.isEmpty
        }
        guard isTracking else { return }
        var others: Set<String> = []
        for insertion in changes.inserted {
            for (index, value) in insertion.values.enumerated() {
                note(value, at: index, of: insertion.objectID, layout, &others)
            }
        }
        for update in changes.updated {
            for (index, value) in update.values { note(value, at: index, of: update.objectID, layout, &others) }
        }
        guard !others.isEmpty else { return }
        state.withLock { state in
            let moment = Moment(endedCommitCount: state.begunCommitCount, dataVersion: nil)
            for key in others where state.findings[key] != nil {
                state.findings[key] = Finding(isPlain: false, moment: moment)
            }
        }
    }

    /// Notes that the commit has ended, whether it has succeeded or not.
    func endCommit() { state.withLock { $0.endedCommitCount = $0.begunCommitCount } }

    private func note(
        _ value: AttributeValue, at index: Int, of objectID: ObjectID, _ layout: StoreLayout,
        _ others: inout Set<String>
    ) {
        let isPlain =
            switch value {
            case .string(let text): PlainText.matches(text)
            case .uri(let address): PlainText.matches(address.absoluteString)
            default: true
            }
        guard !isPlain, let entity = layout.entities[objectID.entityName] else { return }
        for column in entity.attributes[index].names { others.insert("\(entity.table).\(column)") }
    }
}

/// What a view knows of plain texts.
final class PlainTexts: Sendable {
    private let columns: PlainTextColumns
    private let moment: PlainTextColumns.Moment
    /// Nil for a store that is open read-only, and in a commit.
    private let writer: SharedWriter?
    /// By table and column. A view always shows the same state, so it looks for other texts only once; nil in a commit,
    /// whose state changes.
    private let found: Mutex<[String: Bool]>?

    /// What the next view knows.
    init(of core: StoreCore, _ writer: SharedWriter?) {
        columns = core.plainTexts
        moment = core.plainTexts.now
        self.writer = writer
        found = Mutex([:])
    }

    /// Creates what is known within a commit: nothing, because no view has its state yet.
    init(ofCommitIn core: StoreCore) {
        columns = core.plainTexts
        moment = PlainTextColumns.Moment(endedCommitCount: -1, dataVersion: nil)
        writer = nil
        found = nil
    }

    /// Whether a column contains only plain texts.
    ///
    /// - Parameter search: Finds out in the view; nil if that fails.
    func contain(_ column: String, of table: String, _ search: () -> Bool?) -> Bool {
        let key = "\(table).\(column)"
        if let known = found?.withLock({ $0[key] }) { return known }
        var hasFailed = false
        let isPlain = columns.contain(column, of: table, at: moment, currentVersion: { currentVersion }) {
            let answer = search()
            hasFailed = answer == nil
            return answer
        }
        if !hasFailed { found?.withLock { $0[key] = isPlain } }
        return isPlain
    }

    /// The number that changes when someone else writes to the file; nil if that takes long.
    private var currentVersion: Int64? {
        guard let writer else { return nil }
        // A busy writer cannot read the number, but may have noted that no one else has committed.
        return writer.dataVersionIfAvailable() ?? (writer.hasNotedAllCommits ? columns.now.dataVersion : nil)
    }
}
