/// Models of a commit that no longer exist at their paths, because they have been renamed, moved, or removed.
struct MovedModels {
    private let gone: [VersionedModel]

    init(among gone: [VersionedModel]) { self.gone = gone }

    /// Joins models that the commit lacks with those that no longer exist, if they are the same: without that, renaming
    /// a bundle would make released versions unreleased ones, which can change.
    ///
    /// Each model on disk gets the model with which it shares most entities, or else the one with its name.
    func join(_ pairs: inout [String: HistoryReading.Pair]) {
        var taken = Set(pairs.values.compactMap { pair in pair.new == nil ? nil : pair.old?.path })
        for path in pairs.keys.sorted() {
            guard let pair = pairs[path], pair.old == nil, let model = pair.new else { continue }
            guard let match = match(of: model, besides: taken) else { continue }
            taken.insert(match.path)
            pairs[path]?.old = match
            pairs[match.path] = nil
        }
    }

    private func match(of model: VersionedModel, besides taken: Set<String>) -> VersionedModel? {
        let candidates = gone.filter { !taken.contains($0.path) }
        let hashes = Self.hashes(of: model)
        // A model that has only a few entities of a removed one is another model.
        let counts = candidates.map { candidate in
            let others = Self.hashes(of: candidate)
            let count = others.intersection(hashes).count
            return count * 2 < min(others.count, hashes.count) ? 0 : count
        }
        let most = zip(candidates, counts).max { ($0.1, $1.0.path) < ($1.1, $0.0.path) }
        if let most, most.1 > 0 { return most.0 }
        return candidates.first { $0.name == model.name }
    }

    /// The hashes of all versions' entities, with their names.
    private static func hashes(of model: VersionedModel) -> Set<String> {
        Set(model.versions.flatMap { version in (version.hashes ?? [:]).map { "\($0.key) \($0.value)" } })
    }
}
