public import ModelSchema

/// What it takes to open the stores of one model with another: a verdict for each change, and for the whole.
///
/// ```swift
/// let assessment = MigrationAssessment(from: old, to: new)
/// guard assessment.level <= .lightweight, !assessment.losesData else { … }
/// ```
///
/// The verdict is Core Data's: what its inference rules allow, as far as they are documented.
public struct MigrationAssessment: Sendable, Hashable {
    /// Every change with its verdict, in the order of ``ModelDiff/changes``.
    public let changes: [AssessedChange]
    /// What was removed and added, and is probably the same thing under another name; by the place of what was added.
    public let likelyRenames: [LikelyRename]
    /// The verdict for the whole: that of the worst change.
    public let level: MigrationLevel
    /// Whether any change drops values.
    public let losesData: Bool

    /// Judges what is different. Near-linear in the size of both models.
    public init(from old: Model, to new: Model) {
        self.init(ModelDiff(from: old, to: new), from: old, to: new)
    }

    /// Judges differences that are known already.
    init(_ diff: ModelDiff, from old: Model, to new: Model) {
        guard !diff.isEmpty else {
            (changes, likelyRenames, level, losesData) = ([], [], .notNeeded, false)
            return
        }
        let renames = RenameSearch(diff.changes).found()
        var judge = MigrationJudge(ModelPair(from: old, to: new))
        var assessed = diff.changes.map { AssessedChange(change: $0, verdict: judge.verdict(on: $0)) }
        let worst = assessed.map(\.verdict.level).max() ?? .notNeeded
        if worst > .notNeeded { judge.reviewLostIdentifiers(in: &assessed) }
        let remedies = Dictionary(
            renames.map { ($0.removed.oldPath, $0.remedy) }, uniquingKeysWith: { first, _ in first })
        for index in assessed.indices where assessed[index].change.kind == .removed {
            guard let remedy = remedies[assessed[index].change.oldPath] else { continue }
            assessed[index].verdict.remedy = remedy
        }
        changes = assessed
        likelyRenames = renames
        level = worst
        losesData = assessed.contains(where: \.verdict.losesData)
    }

    /// The verdict for the whole in words: `lightweight, loses data`.
    public var label: String { MigrationVerdict.label(level, losesData: losesData) }
}

/// A change and what it means for stores.
public struct AssessedChange: Sendable, Hashable {
    /// What is different.
    public var change: ModelChange
    /// What that means.
    public var verdict: MigrationVerdict
}

/// An element that was removed, and one that was added and is probably the same under another name.
///
/// Without a renaming identifier, a migration drops the one and makes the other again.
public struct LikelyRename: Sendable, Hashable {
    /// The change that removes the element.
    public var removed: ModelChange
    /// The change that adds the other one.
    public var added: ModelChange

    /// The name before.
    public var oldName: String { removed.old?.name ?? "" }
    /// The name now.
    public var newName: String { added.new?.name ?? "" }

    /// The edit that makes it a renaming, with the identifier that the element has had in every version.
    public var remedy: String {
        let identifier = removed.old?.continuedIdentity ?? oldName
        return "if '\(newName)' is '\(oldName)' renamed, set elementID=\"\(identifier)\" on '\(newName)'"
    }
}
