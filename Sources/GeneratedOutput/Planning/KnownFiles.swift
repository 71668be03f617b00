import ModelDiagnostics

/// What a manifest knows about a folder, by the names of the files.
struct KnownFiles {
    private let entries: [Manifest.Entry]
    /// By name in lower case, since many file systems do not tell case apart.
    private let hashes: [String: Set<ContentHash>]
    /// The models that list a file, by its name in lower case.
    private let owners: [String: Set<String>]

    init(_ manifest: Manifest) {
        entries = manifest.entries
        let entriesByName = Dictionary(grouping: entries) { $0.file.lowercased() }
        hashes = entriesByName.mapValues { Set($0.map(\.hash)) }
        owners = entriesByName.mapValues { Set($0.map(\.model)) }
    }

    func isListed(_ name: String) -> Bool { hashes[name.lowercased()] != nil }

    func isListed(_ name: String, with hash: ContentHash) -> Bool {
        hashes[name.lowercased()]?.contains(hash) == true
    }

    /// The model that a file belongs to; nil if it belongs to none, or to one of the given models. O(1) in their
    /// number of files.
    func owner(of name: String, otherThan models: Set<String>) -> String? {
        guard let owners = owners[name.lowercased()], owners.isDisjoint(with: models) else { return nil }
        return owners.min()
    }

    /// What earlier runs generated and this one does not, by name.
    func surplus(after outputs: [ModelOutput], prunesOtherModels: Bool) -> [String: Manifest.Entry] {
        let models = Set(outputs.map(\.model))
        let names = Set(outputs.flatMap { $0.files + $0.humanFiles }.map(\.name))
        let others = Set(entries.filter { !models.contains($0.model) && !prunesOtherModels }.map(\.file))
        let surplus = entries.filter { entry in
            (models.contains(entry.model) || prunesOtherModels) && !names.contains(entry.file)
                && !others.contains(entry.file)
        }
        return Dictionary(surplus.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What stays listed of models that are not part of the run.
    func entriesOfOthers(than outputs: [ModelOutput], prunesOtherModels: Bool) -> [Manifest.Entry] {
        guard !prunesOtherModels else { return [] }
        let models = Set(outputs.map(\.model))
        let names = Set(outputs.flatMap(\.files).map(\.name))
        return entries.filter { !models.contains($0.model) && !names.contains($0.file) }
    }

    /// What people should know about models that are not part of the run.
    func notes(on outputs: [ModelOutput], in plan: FolderPlan, policy: OutputPolicy) -> [LocatedDiagnostic] {
        guard !policy.prunesOtherModels else { return [] }
        let models = Set(outputs.map(\.model))
        let names = Set(outputs.flatMap(\.files).map(\.name))
        let others = Dictionary(grouping: entries.filter { !models.contains($0.model) }, by: \.model)
        return others.sorted { $0.key < $1.key }.compactMap { model, entries in
            let takenCount = entries.count { names.contains($0.file) }
            let leftCount = entries.count - takenCount
            guard leftCount > 0, takenCount > 0 || (policy.isComplete && !outputs.isEmpty) else { return nil }
            return .otherModel(model, fileCount: leftCount, path: plan.path(of: Manifest.fileName))
        }
    }
}
