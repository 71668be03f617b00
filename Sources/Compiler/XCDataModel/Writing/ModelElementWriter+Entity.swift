import ModelSchema

extension ModelElementWriter {
    mutating func entity(_ entity: Entity, _ sources: [XMLElement]) {
        element(
            .entity, entity, as: ModelFormat.entity, sources: sources,
            groups: [
                Self.attributes(entity.attributes, in: sources),
                .list(
                    .relationship, entity.relationships, in: sources, key: .attribute(.name, \.name),
                    identifier: \.renamingIdentifier
                ) {
                    $0.element(
                        .relationship, $1, as: ModelFormat.relationship, sources: $2,
                        groups: [Self.userInfo($1.userInfo, in: $2)])
                },
                .list(.fetchedProperty, entity.fetchedProperties, in: sources, key: .attribute(.name, \.name)) {
                    $0.fetchedProperty($1, $2)
                },
                Self.nameLists(
                    .compoundIndexes, of: .compoundIndex, with: .index, entity.compoundIndexes, in: sources,
                    names: \.self),
                .list(.fetchIndex, entity.indexes, in: sources, key: .attribute(.name, \.name)) {
                    $0.fetchIndex($1, $2)
                },
                Self.nameLists(
                    .uniquenessConstraints, of: .uniquenessConstraint, with: .constraint,
                    entity.uniquenessConstraints, in: sources, names: \.propertyNames),
                Self.userInfo(entity.userInfo, in: sources),
            ])
    }

    static func attributes(_ attributes: [Attribute], in sources: [XMLElement]) -> ElementGroup {
        .list(.attribute, attributes, in: sources, key: .attribute(.name, \.name), identifier: \.renamingIdentifier) {
            $0.element(
                .attribute, $1, as: ModelFormat.attribute, sources: $2, groups: [Self.userInfo($1.userInfo, in: $2)])
        }
    }

    private static func userInfo(_ userInfo: UserInfo, in sources: [XMLElement]) -> ElementGroup {
        .container(.userInfo, of: .entry, userInfo.entries, in: sources, key: .attribute(.key, \.key)) {
            $0.element(.entry, $1, as: ModelFormat.userInfoEntry, sources: $2)
        }
    }

    private mutating func fetchedProperty(_ property: FetchedProperty, _ sources: [XMLElement]) {
        let written = sources.flatMap { $0.children(.fetchRequest) }
        // A missing request stays missing until the model specifies one.
        let isMissing = !sources.isEmpty && written.isEmpty && property.fetchRequest == ModelFormat.noFetchRequest
        element(
            .fetchedProperty, property, as: ModelFormat.fetchedProperty, sources: sources,
            groups: [
                ElementGroup(name: .fetchRequest) { writer in
                    guard !isMissing else { return }
                    writer.element(
                        .fetchRequest, property.fetchRequest, as: ModelFormat.fetchRequest,
                        sources: Array(written.prefix(1)))
                    for surplus in written.dropFirst() { writer.copy(surplus) }
                },
                Self.userInfo(property.userInfo, in: sources),
            ])
    }

    // MARK: Indexes and constraints

    private mutating func fetchIndex(_ index: FetchIndex, _ sources: [XMLElement]) {
        element(
            .fetchIndex, index, as: ModelFormat.fetchIndex, sources: sources,
            groups: [
                .list(
                    .fetchIndexElement, index.elements, in: sources,
                    key: .attribute(.property, { $0.propertyName ?? "" })
                ) { $0.element(.fetchIndexElement, $1, as: ModelFormat.fetchIndexElement, sources: $2) }
            ])
    }

    private static func nameLists<Value>(
        _ container: FormatName, of member: FormatName, with item: FormatName, _ values: [Value],
        in sources: [XMLElement], names: @escaping (Value) -> [String]
    ) -> ElementGroup {
        .container(container, of: member, values, in: sources, key: .members(item, names)) {
            $0.element(
                member, false, as: ModelFormat.container, sources: $2,
                groups: [propertyNames(item, names($1), in: $2)])
        }
    }

    private static func propertyNames(_ name: FormatName, _ names: [String], in sources: [XMLElement]) -> ElementGroup {
        .list(name, names, in: sources, key: .attribute(.value, \.self)) {
            $0.element(name, $1, as: ModelFormat.propertyName, sources: $2)
        }
    }
}
