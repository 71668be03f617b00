import ModelDiagnostics
import ModelSchema

/// Rules about inheritance.
extension ValidationRule {
    static let inheritanceRules: [ValidationRule] = [
        entityParentUnknown, entityInheritanceCycle, propertyRedeclared, abstractEntityWithoutChildren,
    ]

    static let entityParentUnknown = forEachEntity(
        "entity-parent-unknown", .error, "The parent of an entity does not exist.", isMandatory: true
    ) { entity, model, findings in
        guard let name = entity.entity.parentName, model.entity(named: name) == nil else { return }
        let hint = findings.suggestion(
            for: name, among: model.entities.map(\.name), otherwise: "add an entity '\(name)', or choose another")
        findings.report(
            "parent '\(name)' of entity '\(entity.path)' does not exist", at: entity.path.setting("parentEntity"),
            hint: hint)
    }

    static let entityInheritanceCycle = ValidationRule(
        "entity-inheritance-cycle", .error, "An entity is its own ancestor.", isMandatory: true
    ) { model, findings in
        for cycle in model.inheritanceCycles {
            guard let first = cycle.first else { continue }
            let shown = cycle.prefix(shownCycleCount).map { "'\($0.name)'" }
            let hiddenCount = cycle.count - shown.count
            let names = (shown + (hiddenCount > 0 ? ["… \(hiddenCount) more …"] : []) + ["'\(first.name)'"])
                .joined(separator: " → ")
            findings.report(
                "entity '\(first.name)' is its own ancestor: \(names)", at: first.path.setting("parentEntity"),
                notes: cycle.dropFirst().prefix(10).map {
                    .init("entity '\($0.name)' is part of the cycle", at: $0.path.setting("parentEntity"))
                },
                hint: "remove parentEntity from one of them")
        }
    }

    /// The maximum number of entities that a message about a cycle names.
    private static let shownCycleCount = 10

    static let propertyRedeclared = ValidationRule(
        "property-redeclared", .error, "An entity declares a property that it already inherits.", isMandatory: true
    ) { model, findings in
        model.forEachEntityWithInheritedProperties { entity, inherited in
            for property in entity.properties {
                guard let other = inherited[property.name]?.last else { continue }
                findings.report(
                    "\(property.kindName) '\(property.path)' is already inherited, as \(other.kindName) "
                        + "'\(other.path)'",
                    at: property.path.setting("name"), notes: [.init("it is declared here", at: other.path)],
                    hint: "remove it, or give it another name")
            }
        }
    }

    static let abstractEntityWithoutChildren = forEachEntity(
        "entity-abstract-without-children", .warning, "An abstract entity has no children, so it can have no objects."
    ) { entity, model, findings in
        guard entity.entity.isAbstract, model.children(ofEntityNamed: entity.name).isEmpty else { return }
        findings.report(
            "abstract entity '\(entity.path)' has no children, so it can have no objects",
            at: entity.path.setting("isAbstract"), hint: "remove isAbstract, or make it the parent of another entity")
    }
}

extension ModelIndex {
    /// The inheritance cycles, each from the entity whose name sorts first, child before parent.
    fileprivate var inheritanceCycles: [[EntityNode]] {
        var walkOfEntity: [String: Int] = [:]
        var cycles: [[EntityNode]] = []
        for (walk, start) in entities.enumerated() {
            var walked: [EntityNode] = []
            var next: EntityNode? = start
            while let entity = next, walkOfEntity[entity.name] == nil {
                walkOfEntity[entity.name] = walk
                walked.append(entity)
                next = entity.entity.parentName.flatMap(self.entity(named:))
            }
            if let end = next, walkOfEntity[end.name] == walk,
                let entry = walked.firstIndex(where: { $0.name == end.name })
            {
                let cycle = walked[entry...]
                let first = cycle.indices.min { cycle[$0].name < cycle[$1].name } ?? entry
                cycles.append(Array(cycle[first...] + cycle[..<first]))
            }
        }
        return cycles
    }
}
