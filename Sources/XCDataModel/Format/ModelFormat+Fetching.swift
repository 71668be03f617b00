import ModelSchema

extension ModelFormat {
    static let fetchedProperty = ElementFormat(
        FetchedProperty(name: "", fetchRequest: noFetchRequest),
        [
            .text(.name, \.name),
            .flag(.optional, \.isOptional),
            .flag(.syncable, \.isSyncable),
        ])

    /// The fetch request of a fetched property that has none. The editor gives all of them the same name.
    static let noFetchRequest = FetchRequestTemplate(name: "fetchedPropertyFetchRequest", entityName: nil)

    static let fetchRequest = ElementFormat(
        FetchRequestTemplate(name: "", entityName: nil),
        [
            .text(.name, \.name),
            .text(.entity, \.entityName),
            .text(.predicateString, \.predicateString),
            resultType,
            .number(.fetchLimit, \.fetchLimit),
            .number(.fetchBatchSize, \.fetchBatchSize),
            .flag(.includeSubentities, \.includesSubentities),
            .flag(.includePropertyValues, \.includesPropertyValues),
            .flag(.includesPendingChanges, \.includesPendingChanges),
            .flag(.returnObjectsAsFaults, \.returnsObjectsAsFaults),
            .flag(.returnDistinctResults, \.returnsDistinctResults),
        ])

    private static let resultType = ElementField<FetchRequestTemplate>(
        name: .resultType,
        read: { text, request in
            guard let type = Int(text).flatMap(FetchRequestTemplate.ResultType.init(rawValue:)) else {
                return .unreadable(expected: "0, 1, 2, or 4")
            }
            request.resultType = type
            return nil
        },
        write: { $0.resultType == .objects ? nil : String($0.resultType.rawValue) })

    static let fetchIndex = ElementFormat(
        FetchIndex(name: "", elements: []),
        [.text(.name, \.name), .text(.partialIndexPredicate, \.partialIndexPredicate)])

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
