import FileAccess
package import ModelDiagnostics
import ModelEvolution
import ModelSchema

/// A report on the changes of a model.
package struct ModelReport: Sendable {
    /// The path of the model for output.
    package var path: String
    /// The changes of versions, one clause each: `version 'Shop 3' added`.
    package var notes: [String] = []
    /// The comparisons, from the oldest to the newest.
    package var comparisons: [ModelComparison] = []

    /// Creates a report.
    package init(path: String, notes: [String] = [], comparisons: [ModelComparison] = []) {
        self.path = path
        self.notes = notes
        self.comparisons = comparisons
    }
}

extension ModelReport {
    /// Returns a report that compares each version of a model with the previous one.
    package static func chain(of model: VersionedModel) -> ModelReport {
        let comparisons = ParallelWork.map(Array(model.versions.indices.dropFirst())) { index in
            ModelComparison(from: model.versions[index - 1], to: model.versions[index])
        }
        // Diagnostics have already reported unreadable versions.
        let notes = model.versions.count == 1 ? ["'\(model.versions[0].name)' is the only version"] : []
        return ModelReport(path: model.path, notes: notes, comparisons: comparisons)
    }

    /// Compares two states of a model: the current versions, the versions that both states contain, and each added
    /// version with the previous one.
    ///
    /// - Parameters:
    ///   - old: The older model; nil if there was none.
    ///   - new: The newer model; nil if it no longer exists.
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
        if let before = old.currentVersion, let now = new.currentVersion, before.name != now.name,
            !comparisons.contains(where: { $0.old.name == before.name && $0.new.name == now.name })
        {
            comparisons.append(ModelComparison(from: before, to: now))
        }
    }

    /// Returns the report with a note for each compared step that a mapping model near the bundle defines.
    ///
    /// - Parameter diagnostics: Receives a warning for each folder, and each mapping model, that cannot be read.
    package func notingMappingModels(into diagnostics: inout [LocatedDiagnostic]) -> ModelReport {
        guard path.hasSuffix(".xcdatamodeld"), comparisons.contains(where: { !$0.items.isEmpty }) else { return self }
        let steps = MappingModelSteps(around: path, into: &diagnostics)
        var report = self
        for comparison in comparisons where !comparison.items.isEmpty {
            guard let mapping = steps.path(from: comparison.old.name, to: comparison.new.name) else { continue }
            let name = mapping.split(separator: "/").last ?? ""
            let mismatches = steps.mismatches(of: mapping, from: comparison.old.model, to: comparison.new.model)
            let reason = mismatches.first.map { ", but does not fit them: \($0.reason)" } ?? ""
            report.notes.append(
                "mapping model '\(name)' migrates '\(comparison.old.name)' to '\(comparison.new.name)'\(reason)")
        }
        return report
    }

    /// Whether the model has not changed.
    package var isEmpty: Bool { notes.isEmpty && comparisons.allSatisfy { $0.assessment.changes.isEmpty } }

    /// Returns reports on the changed models of two states, by path.
    ///
    /// - Parameter name: Returns the name that pairs the models of both states.
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
