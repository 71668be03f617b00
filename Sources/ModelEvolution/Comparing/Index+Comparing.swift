import ModelSchema

extension FetchIndex: ComparedElement {
    typealias Parts = NoParts<FetchIndex>

    var pathName: String? { name }
    var element: ModelElement { .index(self) }
}

extension [String]: ComparedElement {
    typealias Parts = NoParts<[String]>

    var pathName: String? { nil }
    // Lengths first, so that no two lists read the same.
    var identity: String { map { "\($0.utf8.count):\($0)" }.joined() }
    var element: ModelElement { .compoundIndex(self) }
}

extension UniquenessConstraint: ComparedElement {
    typealias Parts = NoParts<UniquenessConstraint>

    var pathName: String? { nil }
    var identity: String { propertyNames.identity }
    var element: ModelElement { .uniquenessConstraint(self) }
}
