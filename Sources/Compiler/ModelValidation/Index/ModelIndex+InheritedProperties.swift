extension ModelIndex {
    private enum Step {
        case enter(EntityNode)
        case leave(EntityNode)
    }

    /// Visits every entity, parents first, with the declarations of each inherited name from the root down. Linear,
    /// regardless of the depth of inheritance.
    func forEachEntityWithInheritedProperties(
        _ body: (_ entity: EntityNode, _ inherited: [String: [PropertyNode]]) -> Void
    ) {
        var roots: [EntityNode] = []
        var children: [Int: [EntityNode]] = [:]
        for entity in entities {
            if let parent = parent(of: entity) {
                children[parent.number, default: []].append(entity)
            } else {
                roots.append(entity)
            }
        }
        // The properties of the current entity's ancestors.
        var open: [String: [PropertyNode]] = [:]
        var steps = roots.reversed().map(Step.enter)
        while let step = steps.popLast() {
            switch step {
            case .enter(let entity):
                body(entity, open)
                guard let children = children[entity.number] else { continue }
                for (name, property) in entity.propertiesByName { open[name, default: []].append(property) }
                steps.append(.leave(entity))
                steps += children.reversed().map(Step.enter)
            case .leave(let entity):
                for name in entity.propertiesByName.keys { open[name]?.removeLast() }
            }
        }
    }
}
