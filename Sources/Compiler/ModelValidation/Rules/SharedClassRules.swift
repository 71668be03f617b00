import ModelDiagnostics
import ModelSchema

/// Rules about entities that share a class, which generated code declares once for all of them.
extension ValidationRule {
    static let classSharedMismatch = ValidationRule(
        "class-shared-mismatch", .error,
        "Entities that share a class disagree on its superclass, or on a property that both have.", isMandatory: true
    ) { model, findings in
        let families = Dictionary(grouping: model.entities, by: \.className).filter { $1.count > 1 }
        for (className, entities) in families.sorted(by: { $0.key < $1.key }) {
            // Report by name, not by file order.
            let sorted = entities.sorted { $0.name < $1.name }
            for entity in sorted.dropFirst() where entity.name != sorted[0].name {
                findings.checkSuperclass(of: entity, against: sorted[0], class: className, in: model)
            }
            findings.checkProperties(of: sorted, class: className, in: model)
        }
    }
}

extension Findings {
    fileprivate mutating func checkSuperclass(
        of entity: EntityNode, against first: EntityNode, class className: String, in model: ModelIndex
    ) {
        let superclass = model.superclassName(of: entity)
        let expected = model.superclassName(of: first)
        guard superclass != expected else { return }
        report(
            "class '\(className)' would inherit from '\(superclass ?? "ManagedObject")' for entity '\(entity.name)', "
                + "and from '\(expected ?? "ManagedObject")' for entity '\(first.name)'",
            at: entity.path.setting("representedClassName"), notes: [.init("the other is here", at: first.path)],
            hint: "give entity '\(entity.name)' its own class")
    }

    fileprivate mutating func checkProperties(
        of entities: [EntityNode], class className: String, in model: ModelIndex
    ) {
        var first: [String: PropertyNode] = [:]
        for property in entities.flatMap(\.properties) where !property.name.isEmpty {
            guard let other = first[property.name] else {
                first[property.name] = property
                continue
            }
            guard other.path.steps.first != property.path.steps.first,
                model.accessor(of: other) != model.accessor(of: property)
            else { continue }
            report(
                "'\(property.path)' and '\(other.path)' are the same property of class '\(className)' but differ",
                at: property.path.setting("name"), notes: [.init("the other is here", at: other.path)],
                hint: "make them the same, or give each entity its own class")
        }
    }
}

/// The parts of a property that generated code depends on.
private enum Accessor: Hashable {
    case attribute(Attribute)
    case relationship(isToMany: Bool, isOrdered: Bool, isOptional: Bool, destination: String?)
    case fetchedProperty(destination: String?)
}

extension ModelIndex {
    /// Returns the superclass of an entity's class; nil if there is none.
    fileprivate func superclassName(of entity: EntityNode) -> String? {
        var next = parent(of: entity)
        while let ancestor = next, ancestor.className == entity.className { next = parent(of: ancestor) }
        return next?.className
    }

    fileprivate func accessor(of property: PropertyNode) -> Accessor {
        switch property {
        case .attribute(let node):
            let attribute = node.attribute
            // Only the accessor of an enum depends on the value of the default.
            let defaultValue = attribute.enumeration == nil ? attribute.defaultValue.map { _ in "" } : nil
            return .attribute(
                Attribute(
                    name: attribute.name, type: attribute.type, isOptional: attribute.isOptional,
                    isDerived: attribute.isDerived, usesScalarValueType: attribute.usesScalarValueType,
                    defaultValueString: defaultValue ?? attribute.defaultValueString,
                    customClassName: attribute.customTypeName, compositeName: attribute.compositeName,
                    userInfo: attribute.userInfo))
        case .relationship(let node):
            return .relationship(
                isToMany: node.relationship.isToMany, isOrdered: node.relationship.isOrdered,
                isOptional: node.relationship.isOptional, destination: destination(of: node)?.className)
        case .fetchedProperty(let node):
            let name = node.property.fetchRequest.entityName
            return .fetchedProperty(destination: name.flatMap(entity(named:))?.className)
        }
    }
}
