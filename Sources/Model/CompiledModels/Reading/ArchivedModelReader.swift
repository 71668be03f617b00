import ModelSchema

/// Reads a model from its archive.
struct ArchivedModelReader {
    /// The parts that could not be read.
    private(set) var notes: [String] = []

    /// The model in an archive, with its entities and their properties sorted by name.
    ///
    /// - Throws: An error if the archive does not contain a model, or contains something that no compiler creates.
    mutating func model(in archive: KeyedArchive, named name: String) throws(CompiledModelError) -> Model {
        let root = archive.rootValue
        guard root.className == "NSManagedObjectModel" else {
            throw CompiledModelError(
                .notAModel, "the archive contains a \(root.className ?? "plain value"), not a model", at: "the root")
        }
        guard let entries = root[.entities]?.entries else {
            throw CompiledModelError(.notAModel, "the model lists no entities", at: "NSEntities")
        }
        let archived = Dictionary(entries.map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
        var reader = ArchivedEntityReader()
        var model = Model(name: name)
        for (entityName, value) in archived.sorted(by: { $0.key < $1.key }) {
            guard value.className == "NSEntityDescription" else {
                throw CompiledModelError(.notAModel, "an entry is not an entity", at: entityName)
            }
            model.entities.append(reader.entity(value, named: entityName))
            // A malicious entity can exhaust the budget, so that no others are read.
            if archive.isExhausted { break }
        }
        notes += reader.notes
        model.composites = reader.composites
        model.versionIdentifier = versionIdentifier(of: root)
        model.configurations = configurations(of: root)
        model.fetchRequestTemplates = templates(of: root)
        guard !archive.isExhausted else {
            throw CompiledModelError(
                .tooLarge, "its objects have more references than those of any model", at: "NSEntities")
        }
        return model
    }

    private mutating func versionIdentifier(of root: ArchivedValue) -> String {
        let identifiers = (root[.versionIdentifiers]?.elements ?? []).compactMap(\.text).filter { !$0.isEmpty }
        if identifiers.count > 1 { notes.append("the model has several version identifiers, joined by commas here") }
        return identifiers.sorted().joined(separator: ",")
    }

    private func configurations(of root: ArchivedValue) -> [Configuration] {
        let configurations = (root[.configurations]?.entries ?? []).map { name, value in
            let names = (value.elements ?? []).compactMap { $0[.entityName]?.text ?? $0.text }
            return Configuration(name: name, entityNames: names.sorted())
        }
        // The default configuration, with all entities, is never written.
        return configurations.filter { $0.name != "PF_DEFAULT_CONFIGURATION_NAME" }.sorted { $0.name < $1.name }
    }

    private mutating func templates(of root: ArchivedValue) -> [FetchRequestTemplate] {
        var fetches = ArchivedFetchReader()
        let entries = (root[.fetchRequestTemplates]?.entries ?? []).sorted { $0.key < $1.key }
        let templates = entries.compactMap { name, value in
            fetches.fetch(value, named: name, of: nil, at: String(name.prefix(100)))
        }
        notes += fetches.notes
        return templates
    }
}
