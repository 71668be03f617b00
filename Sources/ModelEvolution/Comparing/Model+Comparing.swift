import ModelSchema

extension Model: ComparedElement {
    var pathName: String? { nil }
    var element: ModelElement { .model(self) }

    struct Parts: ElementParts {
        private let entities: ListEdit<Entity>
        private let templates: ListEdit<FetchRequestTemplate>
        private let configurations: ListEdit<Configuration>
        private let composites: ListEdit<Composite>

        init(from old: Model, to new: Model) {
            entities = ListEdit(from: old.entities, to: new.entities)
            templates = ListEdit(from: old.fetchRequestTemplates, to: new.fetchRequestTemplates)
            configurations = ListEdit(from: old.configurations, to: new.configurations)
            composites = ListEdit(from: old.composites, to: new.composites)
        }

        var isEmpty: Bool { entities.isEmpty && templates.isEmpty && configurations.isEmpty && composites.isEmpty }

        func apply(to model: inout Model) -> Bool {
            entities.apply(to: &model.entities) && templates.apply(to: &model.fetchRequestTemplates)
                && configurations.apply(to: &model.configurations) && composites.apply(to: &model.composites)
        }

        func visit(_ old: Model, _ new: Model, in place: ChangePlace, _ changes: inout [ModelChange]) {
            entities.visit(old.entities, new.entities, in: place, &changes)
            templates.visit(old.fetchRequestTemplates, new.fetchRequestTemplates, in: place, &changes)
            configurations.visit(old.configurations, new.configurations, in: place, &changes)
            composites.visit(old.composites, new.composites, in: place, &changes)
        }
    }
}

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

extension Composite: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .composite(self) }

    struct Parts: ElementParts {
        private let attributes: ListEdit<Attribute>

        init(from old: Composite, to new: Composite) { attributes = ListEdit(from: old.attributes, to: new.attributes) }

        var isEmpty: Bool { attributes.isEmpty }

        func apply(to composite: inout Composite) -> Bool { attributes.apply(to: &composite.attributes) }

        func visit(_ old: Composite, _ new: Composite, in place: ChangePlace, _ changes: inout [ModelChange]) {
            attributes.visit(old.attributes, new.attributes, in: place, &changes)
        }
    }
}
