import ModelSchema

extension Configuration: ComparedElement {
    typealias Parts = NoParts<Configuration>

    static let pathKind = SchemaPath.Kind.configuration
    static let fields: [SettingField<Configuration>] = [
        .text(.name, \.name), .names(.memberEntities, \.entityNames), .flag(.isUsedWithCloudKit, \.isUsedWithCloudKit),
    ]

    var pathName: String? { name }
    var element: ModelElement { .configuration(self) }
}

extension FetchRequestTemplate: ComparedElement {
    typealias Parts = NoParts<FetchRequestTemplate>

    static let pathKind = SchemaPath.Kind.fetchRequest
    static let fields: [SettingField<FetchRequestTemplate>] = [
        .text(.name, \.name), .text(.fetchEntity, \.entityName), .text(.predicate, \.predicateString),
        SettingField(setting: .resultType) {
            .number($0.resultType.rawValue)
        } write: { template, value in
            guard case .number(let number) = value, let type = ResultType(rawValue: number) else { return false }
            template.resultType = type
            return true
        },
        .number(.fetchLimit, \.fetchLimit), .number(.fetchBatchSize, \.fetchBatchSize),
        .flag(.includesSubentities, \.includesSubentities), .flag(.includesPropertyValues, \.includesPropertyValues),
        .flag(.includesPendingChanges, \.includesPendingChanges),
        .flag(.returnsObjectsAsFaults, \.returnsObjectsAsFaults),
        .flag(.returnsDistinctResults, \.returnsDistinctResults),
    ]

    var pathName: String? { name }
    var element: ModelElement { .fetchRequestTemplate(self) }
}
