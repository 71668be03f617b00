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
