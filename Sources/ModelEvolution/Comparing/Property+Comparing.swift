import ModelSchema

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
