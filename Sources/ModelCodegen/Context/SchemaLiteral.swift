import ModelSchema

/// Writes what a running program needs to know of a model as Swift expressions.
///
/// Left out is what only editors and this generator read: code generation settings, legacy flags, synchronisation
/// flags. Values equal to the initializers' defaults are not written.
struct SchemaLiteral {
    let namer: SwiftNamer

    func expression(for entity: Entity, indent: Int) -> String {
        var arguments = Arguments()
        arguments.add("name", entity.name)
        arguments.add("representedClassName", entity.representedClassName)
        arguments.add("isAbstract", entity.isAbstract)
        arguments.add("parentName", entity.parentName)
        arguments.add("renamingIdentifier", entity.renamingIdentifier)
        arguments.add("versionHashModifier", entity.versionHashModifier)
        let inner = indent + 8
        arguments.add("attributes", entity.attributes.sorted { $0.name < $1.name }, indent: indent + 4) {
            expression(for: $0, indent: inner)
        }
        arguments.add("relationships", entity.relationships.sorted { $0.name < $1.name }, indent: indent + 4) {
            expression(for: $0, indent: inner)
        }
        arguments.add("fetchedProperties", entity.fetchedProperties.sorted { $0.name < $1.name }, indent: indent + 4) {
            expression(for: $0)
        }
        arguments.add("indexes", entity.indexes.sorted { $0.name < $1.name }, indent: indent + 4) {
            expression(for: $0)
        }
        arguments.add("uniquenessConstraints", entity.uniquenessConstraints, indent: indent + 4) {
            ".init(\(strings($0.propertyNames)))"
        }
        arguments.add("userInfo", entity.userInfo)
        return call(TypeNames(namer).entity, arguments, indent: indent)
    }

    /// The arguments of a model's initializer that follow the entities, each with a comma before it.
    func remainingArguments(of model: Model, indent: Int) -> String {
        var arguments = Arguments()
        arguments.add("composites", model.composites.sorted { $0.name < $1.name }, indent: indent) {
            expression(for: $0, indent: indent + 4)
        }
        arguments.add("configurations", model.configurations.sorted { $0.name < $1.name }, indent: indent) {
            expression(for: $0)
        }
        let margin = String(repeating: " ", count: indent)
        return arguments.texts.map { ",\n\(margin)\($0)" }.joined()
    }

    private func expression(for composite: Composite, indent: Int) -> String {
        var arguments = Arguments()
        arguments.add("name", composite.name)
        let members = composite.attributes.sorted { $0.name < $1.name }
        arguments.add("attributes", members, indent: indent + 4, always: true) {
            expression(for: $0, indent: indent + 8)
        }
        return call(".init", arguments, indent: indent)
    }

    private func expression(for configuration: Configuration) -> String {
        var arguments = Arguments()
        arguments.add("name", configuration.name)
        arguments.texts.append("entityNames: \(strings(configuration.entityNames.sorted()))")
        arguments.add("isUsedWithCloudKit", configuration.isUsedWithCloudKit)
        return ".init(\(arguments.texts.joined(separator: ", ")))"
    }

    private func expression(for attribute: Attribute, indent: Int) -> String {
        var arguments = Arguments()
        arguments.add("name", attribute.name)
        arguments.texts.append("type: .\(attribute.type)")
        arguments.add("isOptional", attribute.isOptional)
        arguments.add("isTransient", attribute.isTransient)
        arguments.add("isDerived", attribute.isDerived)
        arguments.add("derivationExpression", attribute.derivationExpression)
        arguments.add("defaultValueString", attribute.defaultValueString)
        arguments.add("defaultDateTimeInterval", attribute.defaultDateTimeInterval)
        arguments.add("minValueString", attribute.minValueString)
        arguments.add("maxValueString", attribute.maxValueString)
        arguments.add("minDateTimeInterval", attribute.minDateTimeInterval)
        arguments.add("maxDateTimeInterval", attribute.maxDateTimeInterval)
        arguments.add("regularExpressionString", attribute.regularExpressionString)
        arguments.add("valueTransformerName", attribute.valueTransformerName)
        arguments.add("compositeName", attribute.compositeName)
        arguments.add("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage)
        arguments.add("preservesValueInHistoryOnDeletion", attribute.preservesValueInHistoryOnDeletion)
        arguments.add("renamingIdentifier", attribute.renamingIdentifier)
        arguments.add("versionHashModifier", attribute.versionHashModifier)
        arguments.add("userInfo", attribute.userInfo)
        return call(".init", arguments, indent: indent)
    }

    private func expression(for relationship: Relationship, indent: Int) -> String {
        var arguments = Arguments()
        arguments.add("name", relationship.name)
        arguments.add("isOptional", relationship.isOptional)
        arguments.add("isTransient", relationship.isTransient)
        arguments.add("isToMany", relationship.isToMany)
        arguments.add("minimumCount", relationship.minimumCount, unless: 0)
        arguments.add("maximumCount", relationship.maximumCount, unless: relationship.isToMany ? 0 : 1)
        arguments.add("isOrdered", relationship.isToMany && relationship.isOrdered)
        if relationship.deleteRule != .nullify {
            arguments.texts.append("deleteRule: .\(relationship.deleteRule)")
        }
        arguments.texts.append(
            "destinationName: \(relationship.destinationName.map(SwiftLiteral.string) ?? "nil")")
        arguments.add("inverseName", relationship.inverseName)
        arguments.add("renamingIdentifier", relationship.renamingIdentifier)
        arguments.add("versionHashModifier", relationship.versionHashModifier)
        arguments.add("userInfo", relationship.userInfo)
        return call(".init", arguments, indent: indent)
    }

    private func expression(for property: FetchedProperty) -> String {
        var request = Arguments()
        request.add("name", property.fetchRequest.name)
        request.texts.append("entityName: \(property.fetchRequest.entityName.map(SwiftLiteral.string) ?? "nil")")
        request.add("predicateString", property.fetchRequest.predicateString)
        return ".init(name: \(SwiftLiteral.string(property.name)), "
            + "fetchRequest: .init(\(request.texts.joined(separator: ", "))))"
    }

    private func expression(for index: FetchIndex) -> String {
        let elements = index.elements.map { element in
            var arguments = Arguments()
            arguments.texts.append("propertyName: \(element.propertyName.map(SwiftLiteral.string) ?? "nil")")
            arguments.add("expression", element.expression)
            arguments.add("expressionType", element.expressionType)
            if element.kind != .binary { arguments.texts.append("kind: .\(element.kind)") }
            if element.order != .ascending { arguments.texts.append("order: .\(element.order)") }
            return ".init(\(arguments.texts.joined(separator: ", ")))"
        }
        var arguments = Arguments()
        arguments.add("name", index.name)
        arguments.texts.append("elements: [\(elements.joined(separator: ", "))]")
        arguments.add("partialIndexPredicate", index.partialIndexPredicate)
        return ".init(\(arguments.texts.joined(separator: ", ")))"
    }

    /// A call on one line where it fits, else with its arguments on lines of their own.
    private func call(_ name: String, _ arguments: Arguments, indent: Int) -> String {
        let line = "\(name)(\(arguments.texts.joined(separator: ", ")))"
        if !line.contains("\n"), line.count + indent <= 116 { return line }
        let margin = String(repeating: " ", count: indent + 4)
        return "\(name)(\n" + arguments.texts.map { margin + $0 }.joined(separator: ",\n") + ")"
    }

    private func strings(_ items: [String]) -> String {
        "[\(items.map(SwiftLiteral.string).joined(separator: ", "))]"
    }

    /// The arguments of a call, in the order of its parameters.
    private struct Arguments {
        var texts: [String] = []

        mutating func add(_ label: String, _ value: String?) {
            guard let value else { return }
            texts.append("\(label): \(SwiftLiteral.string(value))")
        }

        mutating func add(_ label: String, _ value: Bool) {
            if value { texts.append("\(label): true") }
        }

        mutating func add(_ label: String, _ value: Int, unless usual: Int) {
            if value != usual { texts.append("\(label): \(value)") }
        }

        mutating func add(_ label: String, _ value: UserInfo) {
            guard !value.isEmpty else { return }
            let pairs = value.entries.map { "\(SwiftLiteral.string($0.key)): \(SwiftLiteral.string($0.value))" }
            texts.append("\(label): [\(pairs.joined(separator: ", "))]")
        }

        mutating func add<Item>(
            _ label: String, _ items: [Item], indent: Int, always: Bool = false, _ expression: (Item) -> String
        ) {
            guard !items.isEmpty || always else { return }
            let margin = String(repeating: " ", count: indent)
            let lines = items.map { "\(margin)    \(expression($0)),\n" }.joined()
            texts.append("\(label): [\n\(lines)\(margin)]")
        }
    }
}
