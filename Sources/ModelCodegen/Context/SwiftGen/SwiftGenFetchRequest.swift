import ModelSchema

/// A fetch request in the form of SwiftGen.
struct SwiftGenFetchRequest: TemplateRecord {
    var name: String
    var entity: String
    var predicateString: String
    var resultType: String
    var fetchLimit: Int
    var fetchBatchSize: Int
    var includeSubentities: Bool
    var includePropertyValues: Bool
    var includesPendingChanges: Bool
    var returnsObjectsAsFaults: Bool
    var returnDistinctResults: Bool
    var substitutionVariables: [String: String]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name in the model."),
        .init("entity", \.entity, "The name of the fetched entity."),
        .init("predicateString", \.predicateString, "The predicate, in predicate format."),
        .init("resultType", \.resultType, "`Object`, `Object ID` or `Dictionary`."),
        .init("fetchLimit", \.fetchLimit, "The maximum number of results; 0 for all."),
        .init("fetchBatchSize", \.fetchBatchSize, "The number of objects to fetch at a time; 0 for all."),
        .init("includeSubentities", \.includeSubentities, "Whether the fetch includes objects of child entities."),
        .init("includePropertyValues", \.includePropertyValues, "Whether the fetch includes values."),
        .init("includesPendingChanges", \.includesPendingChanges, "Whether the fetch includes unsaved changes."),
        .init("returnsObjectsAsFaults", \.returnsObjectsAsFaults, "Whether the fetch returns faults."),
        .init("returnDistinctResults", \.returnDistinctResults, "Whether the fetch returns only distinct results."),
        .init("substitutionVariables", \.substitutionVariables, "The types of the predicate's variables, by name."),
    ]

    init(_ request: FetchRequestTemplate, in model: ModelLookup) {
        name = request.name
        entity = request.entityName ?? ""
        predicateString = request.predicateString ?? ""
        resultType =
            switch request.resultType {
            case .objects, .count: "Object"
            case .objectIDs: "Object ID"
            case .dictionaries: "Dictionary"
            }
        fetchLimit = request.fetchLimit
        fetchBatchSize = request.fetchBatchSize
        includeSubentities = request.includesSubentities ?? true
        includePropertyValues = request.includesPropertyValues ?? true
        includesPendingChanges = request.includesPendingChanges ?? true
        returnsObjectsAsFaults = request.returnsObjectsAsFaults ?? true
        returnDistinctResults = request.returnsDistinctResults ?? false
        substitutionVariables = SwiftGenVariables.types(of: request, in: model)
    }
}

/// A fetched property in the form of SwiftGen.
struct SwiftGenFetchedProperty: TemplateRecord {
    var name: String
    var propertyType: String
    var isOptional: Bool
    var fetchRequest: SwiftGenFetchRequest
    var userInfo: [String: SwiftGenValue]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name in the model."),
        .init("propertyType", \.propertyType, "`fetchedProperty`."),
        .init("isOptional", \.isOptional, "Whether the property is optional in the model."),
        .init("fetchRequest", \.fetchRequest, "The fetch request."),
        .init("userInfo", \.userInfo, "The user info: numbers, flags, and strings."),
    ]

    init(_ property: FetchedProperty, in model: ModelLookup) {
        name = property.name
        propertyType = "fetchedProperty"
        isOptional = property.isOptional
        fetchRequest = SwiftGenFetchRequest(property.fetchRequest, in: model)
        userInfo = SwiftGenValue.values(of: property.userInfo)
    }
}
