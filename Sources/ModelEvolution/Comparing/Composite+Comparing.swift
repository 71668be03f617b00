import ModelSchema

extension Composite: ComparedElement {
    var pathName: String? { name }
    var element: ModelElement { .composite(self) }

    struct Parts: ElementParts {
        private let attributes: ListEdit<Attribute>

        init(from old: Composite, to new: Composite) {
            attributes = ListEdit(from: old.attributes, to: new.attributes)
        }

        var isEmpty: Bool { attributes.isEmpty }

        func apply(to composite: inout Composite) -> Bool {
            attributes.apply(to: &composite.attributes)
        }

        func visit(_ old: Composite, _ new: Composite, in place: ChangePlace, _ changes: inout [ModelChange]) {
            attributes.visit(old.attributes, new.attributes, in: place, &changes)
        }
    }
}
