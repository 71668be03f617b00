import ModelSchema

extension ModelFormat {
    static let fetchedProperty = ElementFormat(FetchedProperty(name: "", fetchRequest: noFetchRequest))

    /// The fetch request of a fetched property without one. The editor gives all of them the same name.
    static let noFetchRequest = FetchRequestTemplate(name: FetchRequestTemplate.nameInProperties, entityName: nil)

    static let fetchRequest = ElementFormat(FetchRequestTemplate(name: "", entityName: nil))

    static let fetchIndex = ElementFormat(FetchIndex(name: "", elements: []))

    static let fetchIndexElement = ElementFormat(
        FetchIndex.Element(propertyName: nil),
        [
            .text(.property, \.propertyName),
            .text(.expression, \.expression),
            .text(.expressionType, \.expressionType),
            .choice(.type, \.kind),
            .choice(.order, \.order),
        ])
}
