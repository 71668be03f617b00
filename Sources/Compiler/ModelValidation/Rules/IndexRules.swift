import ModelDiagnostics
import ModelSchema

/// Rules about uniqueness constraints and indexes.
extension ValidationRule {
    static let indexRules: [ValidationRule] = [
        constraintPropertyUnknown, constraintPropertyRepeated, constraintPropertyUnsuitable, indexPropertyUnknown,
    ]

    static let constraintPropertyUnknown = ValidationRule(
        "constraint-property-unknown", .error, "A uniqueness constraint names a property that does not exist."
    ) { model, findings in
        model.forEachConstrainedProperty { name, entity, path in
            guard model.property(at: name, of: entity) == nil else { return }
            let hint = findings.suggestion(
                for: name, among: model.propertyNames(of: entity), otherwise: "add it to the entity, or remove it here")
            findings.report(
                "a uniqueness constraint names '\(name)', which is not a property of entity '\(entity.name)'",
                at: path.setting("value"), notes: [.init("entity '\(entity.name)' is here", at: entity.path)],
                hint: hint)
        }
    }

    static let constraintPropertyRepeated = forEachEntity(
        "constraint-property-repeated", .error, "A uniqueness constraint names a property twice."
    ) { entity, _, findings in
        for (number, constraint) in entity.entity.uniquenessConstraints.enumerated() {
            let path = entity.path.appending(.uniquenessConstraint, occurrence: number)
            let names = constraint.propertyNames
            var seen: Set<String> = []
            for (name, path) in zip(names, path.paths(to: .constraint, named: names))
            where !seen.insert(name).inserted {
                findings.report(
                    "a uniqueness constraint of entity '\(entity.name)' names '\(name)' twice",
                    at: path.setting("value"),
                    hint: "remove one of them, or name another property")
            }
        }
    }

    static let constraintPropertyUnsuitable = ValidationRule(
        "constraint-property-unsuitable", .warning,
        "A uniqueness constraint names a property that a store cannot compare: a to-many, transient, or fetched one."
    ) { model, findings in
        model.forEachConstrainedProperty { name, entity, path in
            guard let property = model.property(at: name, of: entity) else { return }
            let reason: String? =
                switch property {
                case .attribute(let node): node.attribute.isTransient ? "is never stored" : nil
                case .relationship(let node): node.relationship.isToMany ? "is to-many" : nil
                case .fetchedProperty: "is a fetched property"
                }
            guard let reason else { return }
            findings.report(
                "a uniqueness constraint of entity '\(entity.name)' names '\(name)', which \(reason)",
                at: path.setting("value"), notes: [.init("it is declared here", at: property.path)],
                hint: "remove it from the constraint")
        }
    }

    static let indexPropertyUnknown = forEachEntity(
        "index-property-unknown", .error, "An index names a property that does not exist."
    ) { entity, model, findings in
        func report(_ name: String, at path: SchemaPath) {
            switch model.property(at: name, of: entity) {
            case .attribute, .relationship: return
            case .fetchedProperty, nil: break
            }
            let hint = findings.suggestion(
                for: name, among: model.propertyNames(of: entity), otherwise: "add it to the entity, or remove it here")
            findings.report(
                "an index names '\(name)', which is not an attribute or relationship of entity '\(entity.name)'",
                at: path, notes: [.init("entity '\(entity.name)' is here", at: entity.path)], hint: hint)
        }
        let indexes = entity.entity.indexes
        for (index, path) in zip(indexes, entity.path.paths(to: .fetchIndex, named: indexes.map(\.name))) {
            for (number, element) in index.elements.enumerated() {
                guard let name = element.propertyName else { continue }
                report(name, at: path.appending(.fetchIndexElement, occurrence: number).setting("property"))
            }
        }
        for (number, names) in entity.entity.compoundIndexes.enumerated() {
            for name in names { report(name, at: entity.path.appending(.compoundIndex, occurrence: number)) }
        }
    }
}

extension ModelIndex {
    fileprivate func forEachConstrainedProperty(
        _ body: (_ name: String, _ entity: EntityNode, _ path: SchemaPath) -> Void
    ) {
        for entity in entities {
            for (number, constraint) in entity.entity.uniquenessConstraints.enumerated() {
                let path = entity.path.appending(.uniquenessConstraint, occurrence: number)
                let names = constraint.propertyNames
                for (name, path) in zip(names, path.paths(to: .constraint, named: names)) {
                    body(name, entity, path)
                }
            }
        }
    }

    /// Returns the property at a path, such as `name`, or `place.latitude` for a member of a composite.
    fileprivate func property(at path: String, of entity: EntityNode) -> PropertyNode? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = names.first, var property = property(named: first, of: entity) else { return nil }
        for name in names.dropFirst() {
            guard case .attribute(let node) = property, node.attribute.type == .composite,
                let composite = node.attribute.compositeName.flatMap(composite(named:)),
                let member = composite.attributes.first(where: { $0.attribute.name == name })
            else { return nil }
            property = .attribute(member)
        }
        return property
    }
}
