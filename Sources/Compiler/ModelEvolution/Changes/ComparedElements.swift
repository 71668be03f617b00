import ModelSchema

extension Model: ComparedElement {
    static let lists = [
        ElementList(\Model.entities), ElementList(\.fetchRequestTemplates), ElementList(\.configurations),
        ElementList(\.composites),
    ]

    var pathName: String? { nil }
    var element: ModelElement { .model(self) }
}

extension Entity: RenamableElement {
    static let lists = [
        ElementList(\Entity.attributes), ElementList(\.relationships), ElementList(\.fetchedProperties),
        ElementList(\.indexes), ElementList(\.compoundIndexes), ElementList(\.uniquenessConstraints),
    ]

    var element: ModelElement { .entity(self) }
}

extension Attribute: RenamableElement {
    var element: ModelElement { .attribute(self) }
}

extension Relationship: RenamableElement {
    var element: ModelElement { .relationship(self) }
}

extension FetchedProperty: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .fetchedProperty(self) }
}

extension FetchIndex: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .index(self) }
}

extension [String]: ComparedElement {
    var pathName: String? { nil }
    // Lengths first, so different lists have different identities.
    var identity: String { map { "\($0.utf8.count):\($0)" }.joined() }
    var element: ModelElement { .compoundIndex(self) }
}

extension UniquenessConstraint: ComparedElement {
    var pathName: String? { nil }
    var identity: String { propertyNames.identity }
    var element: ModelElement { .uniquenessConstraint(self) }
}

extension Configuration: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .configuration(self) }
}

extension FetchRequestTemplate: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .fetchRequestTemplate(self) }
}

extension Composite: ComparedElement {
    static let lists = [ElementList(\Composite.attributes)]

    var pathName: String? { name }
    var element: ModelElement { .composite(self) }
}
