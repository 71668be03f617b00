public import ModelSchema

/// The assessment of opening the stores of one model with another model: a verdict for each change, and an overall
/// verdict.
///
/// ```swift
/// let assessment = MigrationAssessment(from: old, to: new)
/// guard assessment.level <= .lightweight, !assessment.losesData else { return }
/// ```
///
/// The verdicts follow the inference rules of Core Data, as far as they are documented.
public struct MigrationAssessment: Sendable, Hashable {
    /// Every change with its verdict, in the order of ``ModelDiff/changes``, without those that only write the same
    /// setting in another form, as another version of the editor does.
    public let changes: [AssessedChange]
    /// The removed and added elements that are probably the same element with a new name, by the place of the added
    /// element.
    public let likelyRenames: [LikelyRename]
    /// The overall verdict: the verdict of the worst change.
    public let level: MigrationLevel
    /// Whether any change drops values.
    public let losesData: Bool

    /// Assesses the differences between two models. Nearly O(*n*) in the size of both models.
    public init(from old: Model, to new: Model) { self.init(ModelDiff(from: old, to: new), from: old, to: new) }

    /// Assesses known differences.
    init(_ diff: ModelDiff, from old: Model, to new: Model) {
        let meaningful = diff.changes.filter { !$0.isOfForm }
        guard !meaningful.isEmpty else {
            (changes, likelyRenames, level, losesData) = ([], [], .notNeeded, false)
            return
        }
        let renames = RenameSearch(meaningful).found()
        var judge = MigrationJudge(ModelPair(from: old, to: new))
        var assessed = meaningful.map { AssessedChange(change: $0, verdict: judge.verdict(on: $0)) }
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

    /// The overall verdict in words: `lightweight, loses data`.
    public var label: String { MigrationVerdict.label(level, losesData: losesData) }
}

/// A change and its verdict.
///
/// ```swift
/// let assessment = MigrationAssessment(from: old, to: new)
/// let losses = assessment.changes.filter(\.verdict.losesData)
/// for loss in losses { print(loss.change.summary) }  // attribute 'Book/title' removed
/// ```
public struct AssessedChange: Sendable, Hashable {
    /// The change.
    public var change: ModelChange
    /// The verdict on the change.
    public var verdict: MigrationVerdict
}

/// A removed element and an added element that is probably the same element with a new name.
///
/// Without a renaming identifier, a migration drops the removed element and creates the added one.
///
/// ```swift
/// for rename in assessment.likelyRenames { print(rename.remedy) }
/// // if 'fullTitle' is 'title' renamed, set elementID="title" on 'fullTitle'
/// ```
public struct LikelyRename: Sendable, Hashable {
    /// The change that removes the element.
    public var removed: ModelChange
    /// The change that adds the other element.
    public var added: ModelChange

    /// The old name.
    public var oldName: String { removed.old?.name ?? "" }
    /// The new name.
    public var newName: String { added.new?.name ?? "" }

    /// The edit that makes it a renaming, with the identifier of the element in all versions.
    public var remedy: String {
        let identifier = removed.old?.renamable?.continuedName ?? oldName
        return "if '\(newName)' is '\(oldName)' renamed, set elementID=\"\(identifier)\" on '\(newName)'"
    }
}
