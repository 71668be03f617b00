import ModelSchema

extension ModelFormat {
    static let fetchedProperty = ElementFormat(FetchedProperty(name: "", fetchRequest: noFetchRequest))

    /// The fetch request of a fetched property without one. The editor gives all of them the same name.
    static let noFetchRequest = FetchRequestTemplate(name: FetchRequestTemplate.nameInProperties, entityName: nil)

    static let fetchRequest = ElementFormat(FetchRequestTemplate(name: "", entityName: nil))

    static let fetchIndex = ElementFormat(FetchIndex(name: "", elements: []))

    static let fetchIndexElement = ElementFormat(
        FetchIndex.Element(propertyName: nil),
        others: [FetchIndex.Element.settings[.columnKind].flatMap { ElementField($0, omitted: nil) }]
            .compactMap(\.self))
}
