import ModelSchema

extension Configuration: ComparedElement {
    typealias Parts = NoParts<Configuration>

    var pathName: String? { name }
    var element: ModelElement { .configuration(self) }
}

extension FetchRequestTemplate: ComparedElement {
    typealias Parts = NoParts<FetchRequestTemplate>

    var pathName: String? { name }
    var element: ModelElement { .fetchRequestTemplate(self) }
}
