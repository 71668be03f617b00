import ModelCompiler
import ModelEvolution
import ModelSchema

/// What has become of one model.
package struct ModelReport: Sendable {
    /// The model, as it is to be shown.
    package var path: String
    /// What happened to its versions, one clause each: `version 'Shop 3' added`.
    package var notes: [String] = []
    /// The comparisons, from old to new.
    package var comparisons: [ModelComparison] = []

    /// A report about one model.
    package init(path: String, notes: [String] = [], comparisons: [ModelComparison] = []) {
        self.path = path
        self.notes = notes
        self.comparisons = comparisons
    }
}

extension ModelReport {
    /// The chain of a model's versions, each compared with the one before.
    package static func chain(of model: VersionedModel) async -> ModelReport {
        let steps = zip(model.versions, model.versions.dropFirst()).map { Step(old: $0, new: $1) }
        let comparisons = await ParallelWork.map(steps) { ModelComparison(from: $0.old, to: $0.new) }
        // Of several versions, those that cannot be read have been told.
        let notes = model.versions.count == 1 ? ["'\(model.versions[0].name)' is the only version"] : []
        return ModelReport(path: model.path, notes: notes, comparisons: comparisons)
    }

    private struct Step: Sendable {
        var old: ModelVersion
        var new: ModelVersion
    }

    /// What has become of a model between two states of a project: its current versions are compared, versions that
    /// both states have, and versions that were added with the one before them.
    ///
    /// - Parameters:
    ///   - old: The model before; nil if there was none.
    ///   - new: The model now; nil if it no longer exists.
    package init(from old: VersionedModel?, to new: VersionedModel?) {
        self.init(path: new?.path ?? old?.path ?? "")
        guard let old, let new else {
            notes = [old == nil ? "model added" : "model removed"]
            return
        }
        notes += old.versions.filter { !new.hasVersion(named: $0.name) }.map { "version '\($0.name)' removed" }
        notes += new.versions.filter { !old.hasVersion(named: $0.name) }.map { "version '\($0.name)' added" }
        notes += new.versions.filter { old.unreadableNames.contains($0.name) }.map { "version '\($0.name)' repaired" }
        if old.currentName != new.currentName, let before = old.currentName, let now = new.currentName {
            notes.append("current version changed from '\(before)' to '\(now)'")
        }
        for version in new.versions {
            guard let before = old.version(named: version.name), before.model != version.model else { continue }
            notes.append("version '\(version.name)' edited")
            comparisons.append(ModelComparison(from: before, to: version))
        }
        for version in new.versions where old.version(named: version.name) == nil {
            guard let before = new.version(before: version) else { continue }
            comparisons.append(ModelComparison(from: before, to: version))
        }
        if let before = old.current, let now = new.current, before.name != now.name,
            !comparisons.contains(where: { $0.old.name == before.name && $0.new.name == now.name })
        {
            comparisons.append(ModelComparison(from: before, to: now))
        }
    }

    /// Whether nothing has become of the model.
    package var isEmpty: Bool { notes.isEmpty && comparisons.allSatisfy { $0.assessment.changes.isEmpty } }

    /// The reports on all models of two states, by path; models without a change are left out.
    ///
    /// - Parameter name: What models of both states are paired by.
    package static func reports(
        from old: [VersionedModel], to new: [VersionedModel], pairedBy name: (VersionedModel, _ isOld: Bool) -> String
    ) -> [ModelReport] {
        let oldModels = Dictionary(old.map { (name($0, true), $0) }, uniquingKeysWith: { first, _ in first })
        let newModels = Dictionary(new.map { (name($0, false), $0) }, uniquingKeysWith: { first, _ in first })
        return Set(oldModels.keys).union(newModels.keys).sorted().map { key in
            ModelReport(from: oldModels[key], to: newModels[key])
        }.filter { !$0.isEmpty }
    }
}
