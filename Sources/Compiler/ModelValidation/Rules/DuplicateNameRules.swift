import ModelDiagnostics
import ModelSchema

/// Rules about duplicate names.
extension ValidationRule {
    static let duplicateNameRules: [ValidationRule] = [
        entityNameDuplicate, propertyNameDuplicate, compositeNameDuplicate, configurationNameDuplicate,
        fetchRequestNameDuplicate, indexNameDuplicate, classNameDuplicate, classSharedMismatch,
        entityNameDiffersInCase, propertyNameDiffersInCase,
    ]

    static let entityNameDuplicate = ValidationRule(
        "entity-name-duplicate", .error, "Two entities have the same name.", isMandatory: true
    ) { model, findings in
        findings.reportDuplicates(of: model.entities.map { Named("entity", $0.name, at: $0.path) })
    }

    static let propertyNameDuplicate = ValidationRule(
        "property-name-duplicate", .error, "Two properties of an entity, or of a composite, have the same name.",
        isMandatory: true
    ) { model, findings in
        for entity in model.entities {
            findings.reportDuplicates(of: entity.properties.map { Named($0.kindName, $0.name, at: $0.path) })
        }
        for composite in model.composites {
            findings.reportDuplicates(
                of: composite.attributes.map { Named("attribute", $0.attribute.name, at: $0.path) })
        }
    }

    static let compositeNameDuplicate = ValidationRule(
        "composite-name-duplicate", .error, "Two composites have the same name.", isMandatory: true
    ) { model, findings in
        findings.reportDuplicates(of: model.composites.map { Named("composite", $0.name, at: $0.path) })
    }

    static let configurationNameDuplicate = ValidationRule(
        "configuration-name-duplicate", .error, "Two configurations have the same name."
    ) { model, findings in
        findings.reportDuplicates(
            of: model.configurations.map { Named("configuration", $0.configuration.name, at: $0.path) })
    }

    static let fetchRequestNameDuplicate = ValidationRule(
        "fetch-request-name-duplicate", .error, "Two fetch request templates have the same name.", isMandatory: true
    ) { model, findings in
        findings.reportDuplicates(of: model.fetchRequests.map { Named("fetch request", $0.template.name, at: $0.path) })
    }

    static let indexNameDuplicate = forEachEntity(
        "index-name-duplicate", .error, "Two fetch indexes of an entity have the same name."
    ) { entity, _, findings in
        let names = entity.entity.indexes.map(\.name)
        findings.reportDuplicates(
            of: zip(names, entity.path.paths(to: .fetchIndex, named: names)).map { Named("fetch index", $0, at: $1) })
    }

    static let classNameDuplicate = ValidationRule(
        "class-name-duplicate", .warning,
        "Two entities share a class, so its objects have accessors that only one of the entities supports."
    ) { model, findings in
        var entityOfClass: [String: EntityNode] = [:]
        for entity in model.entities where !entity.name.isEmpty {
            let name = entity.className
            guard let other = entityOfClass[name] else {
                entityOfClass[name] = entity
                continue
            }
            // Another rule reports entities with the same name, which also have the same class.
            guard other.name != entity.name else { continue }
            // Report by name, not by file order, so that moving entities changes nothing.
            let (kept, reported) = other.name < entity.name ? (other, entity) : (entity, other)
            entityOfClass[name] = kept
            findings.report(
                "entities '\(kept.name)' and '\(reported.name)' both have the class '\(name)'",
                at: reported.path.setting("representedClassName"),
                notes: [.init("entity '\(kept.name)' has the same class", at: kept.path)],
                hint: "give entity '\(reported.name)' its own class")
        }
    }

    static let entityNameDiffersInCase = ValidationRule(
        "entity-name-differs-in-case", .error,
        "The names of two entities differ only in case, which file names and tables do not allow."
    ) { model, findings in
        findings.reportNamesThatDifferInCase(model.entities.map { Named("entity", $0.name, at: $0.path) })
    }

    static let propertyNameDiffersInCase = forEachEntity(
        "property-name-differs-in-case", .warning, "The names of two properties of an entity differ only in case."
    ) { entity, _, findings in
        findings.reportNamesThatDifferInCase(entity.properties.map { Named($0.kindName, $0.name, at: $0.path) })
    }
}

/// An element's name and path.
private struct Named {
    var kindName: String
    var name: String
    var path: SchemaPath

    init(_ kindName: String, _ name: String, at path: SchemaPath) {
        self.kindName = kindName
        self.name = name
        self.path = path
    }
}

extension Findings {
    fileprivate mutating func reportDuplicates(of elements: [Named]) {
        var first: [String: Named] = [:]
        for element in elements where !element.name.isEmpty {
            guard let other = first[element.name] else {
                first[element.name] = element
                continue
            }
            report(
                "the name of \(element.kindName) '\(element.path)' is already used by "
                    + (other.kindName == element.kindName ? "another \(other.kindName)" : "the \(other.kindName)"),
                at: element.path.setting("name"),
                notes: [.init("the other is here", at: other.path)], hint: "rename or remove one of them")
        }
    }

    fileprivate mutating func reportNamesThatDifferInCase(_ elements: [Named]) {
        var first: [String: Named] = [:]
        for element in elements where !element.name.isEmpty {
            let key = element.name.lowercased()
            guard let other = first[key] else {
                first[key] = element
                continue
            }
            guard other.name != element.name else { continue }
            // Report by name, not by file order.
            let (kept, reported) = other.name < element.name ? (other, element) : (element, other)
            first[key] = kept
            report(
                "the names of \(kept.kindName) '\(kept.path)' and \(reported.kindName) '\(reported.path)' "
                    + "differ only in case",
                at: reported.path.setting("name"), notes: [.init("the other is here", at: kept.path)],
                hint: "rename one of them")
        }
    }
}
