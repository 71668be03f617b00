package import ModelSchema

extension Configuration: ComparedElement {
    typealias Parts = NoParts<Configuration>

    package static let pathKind = SchemaPath.Kind.configuration
    package static let fields: [SettingField<Configuration>] = [
        .text(.name, \.name), .names(.memberEntities, \.entityNames), .flag(.isUsedWithCloudKit, \.isUsedWithCloudKit),
    ]

    var pathName: String? { name }
    var element: ModelElement { .configuration(self) }
}

extension FetchRequestTemplate: ComparedElement {
    typealias Parts = NoParts<FetchRequestTemplate>

    package static let pathKind = SchemaPath.Kind.fetchRequest
    package static let fields: [SettingField<FetchRequestTemplate>] = [
        .text(.name, \.name), .text(.fetchEntity, \.entityName), .text(.predicate, \.predicateString),
        SettingField(
            setting: .resultType,
            kind: .word(ResultType.allCases.map { .init(text: "\($0)", value: .number($0.rawValue)) })
        ) {
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
