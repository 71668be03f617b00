package import ModelSchema

extension FetchIndex: ComparedElement {
    typealias Parts = NoParts<FetchIndex>

    package static let pathKind = SchemaPath.Kind.fetchIndex
    package static let fields: [SettingField<FetchIndex>] = [
        .text(.name, \.name),
        SettingField(setting: .indexElements, kind: .indexElements) {
            .indexElements($0.elements)
        } write: { index, value in
            guard case .indexElements(let elements) = value else { return false }
            index.elements = elements
            return true
        },
        .text(.partialIndexPredicate, \.partialIndexPredicate),
    ]

    var pathName: String? { name }
    var element: ModelElement { .index(self) }
}

/// A compound index: the names of its properties. Another list is another index.
extension [String]: SettableElement {
    package static let pathKind = SchemaPath.Kind.compoundIndex
    package static let fields: [SettingField<[String]>] = []
}

extension [String]: ComparedElement {
    typealias Parts = NoParts<[String]>

    var pathName: String? { nil }
    // Lengths first, so that no two lists read the same.
    var identity: String { map { "\($0.utf8.count):\($0)" }.joined() }
    var element: ModelElement { .compoundIndex(self) }
}

/// A constraint on other properties is another constraint.
extension UniquenessConstraint: ComparedElement {
    typealias Parts = NoParts<UniquenessConstraint>

    package static let pathKind = SchemaPath.Kind.uniquenessConstraint
    package static let fields: [SettingField<UniquenessConstraint>] = []

    var pathName: String? { nil }
    var identity: String { propertyNames.identity }
    var element: ModelElement { .uniquenessConstraint(self) }
}
