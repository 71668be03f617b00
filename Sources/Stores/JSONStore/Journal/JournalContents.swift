import Foundation

/// The contents of a journal: the files that it belongs to, and the saves in order.
struct JournalContents {
    struct Base {
        var identity: BaseIdentity
        var store: UUID
        /// The last save in a file with this identity.
        var sequence: Int64
    }

    struct Save {
        var sequence: Int64
        /// The range of the line in the journal, without the line feed.
        var range: Range<Int>
        /// From 1.
        var line: Int
    }

    /// A line that has changed although it was completely on the medium.
    struct Damage {
        var line: Int
        var offset: Int
        var message: String
    }

    /// In the order of their lines. A later file overrides an earlier one with the same identity.
    var bases: [Base] = []
    /// Consecutive, up to ``damage`` or the torn end.
    var saves: [Save] = []
    /// The number of bytes of intact lines at the start.
    var soundCount = 0
    /// The number of bytes that follow, of a save that a crash interrupted, and that never returned.
    var tornCount = 0
    /// The first damaged line; nothing after it is in ``saves``.
    var damage: Damage?

    /// The last save in the journal, or in the file it begins with.
    var lastSequence: Int64 { saves.last?.sequence ?? bases.first?.sequence ?? 0 }

    /// Whether a save can follow: the one after the last in the journal, or after those in an announced file.
    func canFollow(_ sequence: Int64) -> Bool {
        guard !bases.isEmpty else { return false }
        return sequence == lastSequence + 1 || sequence > lastSequence && bases.contains { $0.sequence == sequence - 1 }
    }

    /// The contents of the file with an identity; nil if the journal belongs to another file.
    func base(_ identity: BaseIdentity) -> Base? { bases.last { $0.identity == identity } }

    /// The saves to apply to a file; nil if one of them is missing.
    func saves(after base: Base) -> ArraySlice<Save>? {
        let missing = saves[(saves.firstIndex { $0.sequence > base.sequence } ?? saves.endIndex)...]
        let isComplete = zip(missing, (base.sequence + 1)...).allSatisfy { $0.sequence == $1 }
        return isComplete ? missing : nil
    }
}
