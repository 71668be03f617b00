import ModelDiagnostics
package import ModelEvolution

/// The versions of a model that a project's policy counts as released.
package enum ReleasedVersions {
    /// Returns the names of the released versions of the model at a path; empty if the policy names no commit.
    ///
    /// - Parameter environment: The environment variables for git.
    /// - Throws: ``GitError`` if the commit cannot be read.
    package static func names(
        ofModelAt path: String, policy: EvolutionPolicy, environment: [String: String]
    ) throws(GitError) -> Set<String> {
        guard let reference = policy.reference else { return [] }
        var reportedByBreaking: [LocatedDiagnostic] = []
        let pairs = try HistoryReading.pairs(
            at: [path], against: reference, environment: environment, into: &reportedByBreaking)
        return pairs.compactMap(\.old).reduce(into: []) { names, model in
            names.formUnion(model.versions.map(\.name))
            if policy.protectedVersions == .older, let current = model.currentName { names.remove(current) }
        }
    }
}
