import ModelSchema

extension ModelElementWriter {
    mutating func model(_ model: Model, source: XMLElement?) {
        let isLegacy = source.map { $0[.sourceLanguage] == nil } ?? false
        let sources = source.map { [$0] } ?? []
        element(
            .model, model, as: isLegacy ? ModelFormat.legacyModel : ModelFormat.model, sources: sources,
            groups: [
                .list(.entity, model.entities, in: sources, key: (.name, \.name)) { $0.entity($1, $2) },
                .list(.fetchRequest, model.fetchRequestTemplates, in: sources, key: (.name, \.name)) {
                    $0.element(.fetchRequest, $1, as: ModelFormat.fetchRequest, sources: $2)
                },
                .list(.configuration, model.configurations, in: sources, key: (.name, \.name)) {
                    $0.configuration($1, $2)
                },
                .list(.composite, model.composites, in: sources, key: (.name, \.name)) { $0.composite($1, $2) },
                ElementGroup(name: .elements) { writer in
                    for layout in sources.flatMap({ $0.children(.elements) }) { writer.copy(layout) }
                },
            ],
            defaults: ModelFormat.newHeader)
    }

    private mutating func configuration(_ configuration: Configuration, _ sources: [XMLElement]) {
        element(
            .configuration, configuration, as: ModelFormat.configuration, sources: sources,
            groups: [
                .list(.memberEntity, configuration.entityNames, in: sources, key: (.name, \.self)) {
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
