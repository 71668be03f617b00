import ModelDiagnostics
import ModelSchema

/// Rules about references to entities in configurations and fetches.
extension ValidationRule {
    static let referenceRules: [ValidationRule] = [
        configurationMemberUnknown, configurationMemberDuplicate, relationshipAcrossConfigurations,
        fetchRequestEntityUnknown, fetchedPropertyDestinationUnknown,
    ]

    static let configurationMemberUnknown = ValidationRule(
        "configuration-member-unknown", .error, "A configuration contains an entity that does not exist."
    ) { model, findings in
        for (configuration, path) in model.configurations {
            let names = configuration.entityNames
            for (name, path) in zip(names, path.paths(to: .memberEntity, named: names))
            where !name.isEmpty && model.entity(named: name) == nil {
                let hint = findings.suggestion(
                    for: name, among: model.entities.map(\.name), otherwise: "remove it from the configuration")
                findings.report(
                    "configuration '\(configuration.name)' contains entity '\(name)', which does not exist",
                    at: path.setting("name"), hint: hint)
            }
        }
    }

    static let configurationMemberDuplicate = ValidationRule(
        "configuration-member-duplicate", .warning, "A configuration contains an entity twice."
    ) { model, findings in
        for (configuration, path) in model.configurations {
            var seen: Set<String> = []
            let names = configuration.entityNames
            for (name, path) in zip(names, path.paths(to: .memberEntity, named: names))
            where !name.isEmpty && !seen.insert(name).inserted {
                findings.report(
                    "configuration '\(configuration.name)' contains entity '\(name)' twice", at: path.setting("name"),
                    hint: "remove one of them")
            }
        }
    }

    static let relationshipAcrossConfigurations = ValidationRule(
        "relationship-across-configurations", .warning,
        "A relationship connects entities that share no configuration, but relationships cannot cross stores."
    ) { model, findings in
        let configurationsOfEntity = model.configurationsOfEntity
        for entity in model.entities {
            guard let own = configurationsOfEntity[entity.name] else { continue }
            for node in entity.relationships {
                guard let destination = model.destination(of: node),
                    let others = configurationsOfEntity[destination.name], own.isDisjoint(with: others),
                    model.mutualInverse(of: node).map(node.comesFirst) ?? true
                else { continue }
                findings.report(
                    "relationship '\(node.path)' has destination '\(destination.name)', which shares no configuration "
                        + "with '\(entity.name)'",
                    at: node.path.setting("destinationEntity"),
                    notes: [.init("entity '\(destination.name)' is here", at: destination.path)],
                    hint: "put both in one configuration, or use a fetched property")
            }
        }
    }

    static let fetchRequestEntityUnknown = ValidationRule(
        "fetch-request-entity-unknown", .error, "A fetch request template names no entity, or one that does not exist.",
        isMandatory: true
    ) { model, findings in
        for (template, path) in model.fetchRequests {
            guard let name = template.entityName, !name.isEmpty else {
                findings.report("fetch request '\(path)' names no entity", at: path, hint: "set entity=\"…\"")
                continue
            }
            findings.checkEntity(named: name, fetchedBy: "fetch request '\(path)'", at: path, in: model)
        }
    }

    static let fetchedPropertyDestinationUnknown = forEachEntity(
        "fetched-property-destination-unknown", .error,
        "A fetched property names no destination, or one that does not exist.", isMandatory: true
    ) { entity, model, findings in
        for node in entity.fetchedProperties {
            guard let name = node.property.fetchRequest.entityName, !name.isEmpty else {
                findings.report(
                    "fetched property '\(node.path)' has no destination", at: node.path,
                    hint: "set entity=\"…\" on its fetch request")
                continue
            }
            findings.checkEntity(
                named: name, fetchedBy: "fetched property '\(node.path)'", at: node.requestPath, in: model)
        }
    }
}

extension Findings {
    fileprivate mutating func checkEntity(
        named name: String, fetchedBy subject: String, at path: SchemaPath, in model: ModelIndex
    ) {
        guard model.entity(named: name) == nil else { return }
        let hint = suggestion(
            for: name, among: model.entities.map(\.name), otherwise: "add an entity '\(name)', or choose another")
        report("\(subject) fetches entity '\(name)', which does not exist", at: path.setting("entity"), hint: hint)
    }
}

extension ModelIndex {
    /// The names of each entity's configurations.
    fileprivate var configurationsOfEntity: [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for (configuration, _) in configurations {
            for name in configuration.entityNames { result[name, default: []].insert(configuration.name) }
        }
        return result
    }
}
