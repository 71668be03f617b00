import ModelSchema

extension Entity: RenamableElement {
    var element: ModelElement { .entity(self) }

    struct Parts: ElementParts {
        private let attributes: ListEdit<Attribute>
        private let relationships: ListEdit<Relationship>
        private let fetchedProperties: ListEdit<FetchedProperty>
        private let indexes: ListEdit<FetchIndex>
        private let compoundIndexes: ListEdit<[String]>
        private let constraints: ListEdit<UniquenessConstraint>

        init(from old: Entity, to new: Entity) {
            attributes = ListEdit(from: old.attributes, to: new.attributes)
            relationships = ListEdit(from: old.relationships, to: new.relationships)
            fetchedProperties = ListEdit(from: old.fetchedProperties, to: new.fetchedProperties)
            indexes = ListEdit(from: old.indexes, to: new.indexes)
            compoundIndexes = ListEdit(from: old.compoundIndexes, to: new.compoundIndexes)
            constraints = ListEdit(from: old.uniquenessConstraints, to: new.uniquenessConstraints)
        }

        var isEmpty: Bool {
            attributes.isEmpty && relationships.isEmpty && fetchedProperties.isEmpty && indexes.isEmpty
                && compoundIndexes.isEmpty && constraints.isEmpty
        }

        func apply(to entity: inout Entity) -> Bool {
            attributes.apply(to: &entity.attributes) && relationships.apply(to: &entity.relationships)
                && fetchedProperties.apply(to: &entity.fetchedProperties) && indexes.apply(to: &entity.indexes)
                && compoundIndexes.apply(to: &entity.compoundIndexes)
                && constraints.apply(to: &entity.uniquenessConstraints)
        }

        func visit(_ old: Entity, _ new: Entity, in place: ChangePlace, _ changes: inout [ModelChange]) {
            attributes.visit(old.attributes, new.attributes, in: place, &changes)
            relationships.visit(old.relationships, new.relationships, in: place, &changes)
            fetchedProperties.visit(old.fetchedProperties, new.fetchedProperties, in: place, &changes)
            indexes.visit(old.indexes, new.indexes, in: place, &changes)
            compoundIndexes.visit(old.compoundIndexes, new.compoundIndexes, in: place, &changes)
            constraints.visit(old.uniquenessConstraints, new.uniquenessConstraints, in: place, &changes)
        }
    }
}

extension Attribute: RenamableElement {
    typealias Parts = NoParts<Attribute>

    var element: ModelElement { .attribute(self) }
}

extension Relationship: RenamableElement {
    typealias Parts = NoParts<Relationship>

    var element: ModelElement { .relationship(self) }
}

extension FetchedProperty: ComparedElement {
    typealias Parts = NoParts<FetchedProperty>

    var pathName: String? { name }
    var element: ModelElement { .fetchedProperty(self) }
}

extension FetchIndex: ComparedElement {
    typealias Parts = NoParts<FetchIndex>

    var pathName: String? { name }
    var element: ModelElement { .index(self) }
}

extension [String]: ComparedElement {
    typealias Parts = NoParts<[String]>

    var pathName: String? { nil }
    // Lengths first, so different lists have different identities.
    var identity: String { map { "\($0.utf8.count):\($0)" }.joined() }
    var element: ModelElement { .compoundIndex(self) }
}

extension UniquenessConstraint: ComparedElement {
    typealias Parts = NoParts<UniquenessConstraint>

    var pathName: String? { nil }
    var identity: String { propertyNames.identity }
    var element: ModelElement { .uniquenessConstraint(self) }
}
