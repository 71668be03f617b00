import ModelSchema

extension ModelElementWriter {
    mutating func model(_ model: Model, source: XMLElement?) {
        let isLegacy = source.map { $0[.sourceLanguage] == nil } ?? false
        let sources = source.map { [$0] } ?? []
        element(
            .model, model, as: isLegacy ? ModelFormat.legacyModel : ModelFormat.model, sources: sources,
            groups: [
                .list(
                    .entity, model.entities, in: sources, key: .attribute(.name, \.name),
                    identifier: \.renamingIdentifier
                ) { $0.entity($1, $2) },
                .list(.fetchRequest, model.fetchRequestTemplates, in: sources, key: .attribute(.name, \.name)) {
                    $0.element(.fetchRequest, $1, as: ModelFormat.fetchRequest, sources: $2)
                },
                .list(.configuration, model.configurations, in: sources, key: .attribute(.name, \.name)) {
                    $0.configuration($1, $2)
                },
                .list(.composite, model.composites, in: sources, key: .attribute(.name, \.name)) {
                    $0.composite($1, $2)
                },
                Self.diagram(of: model, in: sources),
            ],
            defaults: ModelFormat.newHeader)
    }

    /// Returns the positions of the entities in a diagram, by name.
    private static func diagram(of model: Model, in sources: [XMLElement]) -> ElementGroup {
        ElementGroup(name: .elements) { writer in
            let layouts = sources.flatMap { $0.children(.elements) }
            guard !layouts.isEmpty else { return }
            let entities = SourceElements(
                .entity, in: sources, key: { $0[.name] ?? "" }, names: model.entities.map(\.name),
                identifiers: model.entities.map(\.renamingIdentifier))
            let newNames = Dictionary(
                entities.renamings.values.map { ($0.oldName, $0.newName) }, uniquingKeysWith: { first, _ in first })
            for layout in layouts { writer.copy(layout, renaming: newNames) }
        }
    }

    private mutating func configuration(_ configuration: Configuration, _ sources: [XMLElement]) {
        element(
            .configuration, configuration, as: ModelFormat.configuration, sources: sources,
            groups: [
                .list(.memberEntity, configuration.entityNames, in: sources, key: .attribute(.name, \.self)) {
                    $0.element(.memberEntity, $1, as: ModelFormat.memberEntity, sources: $2)
                }
            ])
    }

    private mutating func composite(_ composite: Composite, _ sources: [XMLElement]) {
        element(
            .composite, composite, as: ModelFormat.composite, sources: sources,
            groups: [Self.attributes(composite.attributes, in: sources)])
    }
}
