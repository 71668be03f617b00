import ModelDiagnostics
import ModelSchema

/// Rules about the parts of a model that SwiftData cannot express, for models whose code is for SwiftData. Each message
/// says what generated code has instead.
///
/// Source: Apple's documentation of SwiftData and “SwiftData updates”, up to June 2026.
extension ValidationRule {
    static let swiftDataRules: [ValidationRule] = [
        swiftDataAbstractEntity, swiftDataInheritance, swiftDataClassName, swiftDataHashModifier,
        swiftDataEntityRenamed, swiftDataSpotlightName, swiftDataAttributeType, swiftDataDerivedAttribute,
        swiftDataTransformable,
        swiftDataCodable, swiftDataTransientValue, swiftDataValidation, swiftDataRelationshipOrdered,
        swiftDataRelationshipOwnInverse, swiftDataRelationshipInferred, swiftDataRelationshipTransient,
        swiftDataRelationshipsRequired, swiftDataDeleteRuleDeny, swiftDataFetchedProperty, swiftDataFetchRequest,
        swiftDataUnique, swiftDataConstraint, swiftDataIndex, swiftDataConfiguration,
    ].map { rule in
        var rule = rule
        rule.target = .swiftData
        return rule
    }

    // MARK: Entities

    static let swiftDataAbstractEntity = forEachEntity(
        "swiftdata-abstract-entity", .warning,
        "SwiftData has no abstract classes, so an abstract entity becomes concrete."
    ) { entity, _, findings in
        guard entity.entity.isAbstract else { return }
        findings.report(
            "entity '\(entity.path)' is abstract, but its class in SwiftData has instances, "
                + "so its version hash changes",
            at: entity.path.setting("isAbstract"), hint: "make it concrete in a new version of the model first")
    }

    static let swiftDataInheritance = ValidationRule(
        "swiftdata-inheritance", .note,
        "Classes of SwiftData inherit from each other only on platforms of 2025 and later."
    ) { model, findings in
        let children = model.entities.filter { $0.entity.parentName != nil }
        guard let first = children.first else { return }
        let subject =
            children.count == 1
            ? "entity '\(first.path)' inherits"
            : "entity '\(first.path)' and \(children.count - 1) more inherit"
        findings.report(
            "\(subject) from other entities, so the code of the model requires iOS 26 or macOS 26",
            at: first.path.setting("parentEntity"), hint: "copy the inherited properties for older platforms")
    }

    static let swiftDataClassName = forEachEntity(
        "swiftdata-class-name", .note, "SwiftData names entities after classes, so a class gets the name of its entity."
    ) { entity, _, findings in
        guard let className = entity.entity.className, className != entity.name else { return }
        findings.report(
            "the class of entity '\(entity.path)' is named '\(entity.name)', not '\(className)', because stores "
                + "contain the name",
            at: entity.path.setting("representedClassName"), hint: "add a type alias for the other name")
    }

    static let swiftDataHashModifier = forEachEntity(
        "swiftdata-hash-modifier", .warning, "SwiftData has no version hash modifier for entities."
    ) { entity, _, findings in
        guard entity.entity.versionHashModifier != nil else { return }
        findings.report(
            "entity '\(entity.path)' has a version hash modifier, which its class in SwiftData lacks, so its version "
                + "hash changes", at: entity.path.setting("versionHashModifier"),
            hint: "set the modifier of an attribute in a new version of the model instead")
    }

    static let swiftDataEntityRenamed = forEachEntity(
        "swiftdata-entity-renamed", .warning, "SwiftData has no renaming identifier for entities."
    ) { entity, _, findings in
        guard let identifier = entity.entity.renamingIdentifier, identifier != entity.name else { return }
        findings.report(
            "entity '\(entity.path)' continues '\(identifier)' in Core Data, but SwiftData drops the objects of an "
                + "entity with another name", at: entity.path.setting("elementID"),
            hint: "let Core Data migrate stores to this version first, or copy the objects in a custom stage")
    }

    static let swiftDataSpotlightName = forEachEntity(
        "swiftdata-spotlight-name", .note, "SwiftData has no expression for the name that Spotlight displays."
    ) { entity, _, findings in
        guard let expression = entity.entity.spotlightDisplayNameExpression, !expression.isEmpty else { return }
        findings.report(
            "the name of '\(entity.path)' in Spotlight is not part of its class in SwiftData",
            at: entity.path.setting("coreSpotlightDisplayNameExpression"), hint: "index the objects with Core Spotlight"
        )
    }

    // MARK: Attributes

    static let swiftDataAttributeType = forEachAttribute(
        "swiftdata-attribute-type", .warning, "SwiftData has no type for the values of an attribute."
    ) { node, _, findings in
        let type = node.attribute.type
        let isMissing = type == .objectID || type == .undefined
        guard isMissing || (type == .transformable && node.isCompositeMember) else { return }
        findings.report(
            "'\(node.path)' gets no property, because SwiftData has no type for \(type.rawValue) values here",
            at: node.path.setting("attributeType"), hint: "store the value as an attribute of another type")
    }

    static let swiftDataDerivedAttribute = forEachAttribute(
        "swiftdata-derived-attribute", .warning, "SwiftData computes no attributes."
    ) { node, _, findings in
        guard node.attribute.isDerived else { return }
        findings.report(
            "attribute '\(node.path)' becomes a stored property that nothing computes, and the version hash of its "
                + "entity changes", at: node.path.setting("derivationExpression"),
            hint: "set it in code before saving, or compute it in an extension of the class")
    }

    static let swiftDataTransformable = forEachAttribute(
        "swiftdata-transformable", .warning, "A transformable attribute does not name its transformer or its class."
    ) { node, _, findings in
        let attribute = node.attribute
        guard attribute.type == .transformable, !node.isCompositeMember else { return }
        let missing = [
            attribute.valueTransformerName == nil ? "transformer, so the code uses NSSecureUnarchiveFromData" : nil,
            attribute.customTypeName == nil ? "class, so its property has the type NSObject" : nil,
        ].compactMap { $0 }
        guard !missing.isEmpty else { return }
        findings.report(
            "attribute '\(node.path)' has no \(missing.joined(separator: ", and no "))", at: node.path,
            hint: "set valueTransformerName and customClassName")
    }

    static let swiftDataCodable = forEachAttribute(
        "swiftdata-codable", .note, "SwiftData stores Codable types in other columns than this tool."
    ) { node, _, findings in
        guard let entry = node.attribute.codableTypeEntry,
            node.attribute.type == .binary || node.attribute.type == .transformable
        else { return }
        findings.report(
            "the property of '\(node.path)' has the type of its column, not '\(entry.value)', because SwiftData stores "
                + "Codable types differently", at: node.path.appending(.userInfoEntry, entry.key),
            hint: "decode the value in an extension of the class")
    }

    static let swiftDataTransientValue = forEachAttribute(
        "swiftdata-transient-value", .note, "A transient property of SwiftData needs a value after every fetch."
    ) { node, _, findings in
        let attribute = node.attribute
        guard attribute.isTransient, !attribute.isOptional, attribute.defaultValue == nil, attribute.type != .objectID,
            attribute.type != .undefined
        else { return }
        findings.report(
            "the transient attribute '\(node.path)' has no default value, so its property is optional", at: node.path,
            hint: "give it a default value")
    }

    static let swiftDataValidation = forEachAttribute(
        "swiftdata-validation", .warning, "SwiftData does not validate values."
    ) { node, _, findings in
        let attribute = node.attribute
        let rules: [(setting: String, text: String?)] = [
            ("minValueString", attribute.minValueString), ("maxValueString", attribute.maxValueString),
            ("minDateTimeInterval", attribute.minDateTimeInterval),
            ("maxDateTimeInterval", attribute.maxDateTimeInterval),
            ("regularExpressionString", attribute.regularExpressionString),
        ]
        let names = rules.filter { $0.text != nil }
        guard let first = names.first else { return }
        findings.report(
            "SwiftData does not check \(names.map(\.setting).joined(separator: " and ")) of '\(node.path)'",
            at: node.path.setting(first.setting), hint: "check the value in code before saving")
    }

    // MARK: Relationships

    static let swiftDataRelationshipOrdered = forEachRelationship(
        "swiftdata-relationship-ordered", .warning, "SwiftData has no ordered relationships."
    ) { node, _, findings in
        guard node.relationship.isOrdered, node.relationship.isToMany else { return }
        findings.report(
            "relationship '\(node.path)' is ordered, but SwiftData does not keep the order of its array, and the "
                + "version hash of its entity changes", at: node.path.setting("ordered"),
            hint: "keep the position in an attribute of the destination, in a new version of the model first")
    }

    static let swiftDataRelationshipOwnInverse = forEachRelationship(
        "swiftdata-relationship-own-inverse", .warning, "A relationship of SwiftData cannot be its own inverse."
    ) { node, model, findings in
        guard model.mutualInverse(of: node) === node else { return }
        findings.report(
            "relationship '\(node.path)' is its own inverse, but has no inverse in SwiftData, so only one side "
                + "changes, and the version hash of its entity changes", at: node.path.setting("inverseName"),
            hint: "use two relationships that are inverses of each other")
    }

    static let swiftDataRelationshipInferred = ValidationRule(
        "swiftdata-relationship-inferred", .warning,
        "SwiftData can infer an inverse for a relationship that has none in the model."
    ) { model, findings in
        let lonely = model.entities.flatMap(\.relationships).filter {
            $0.relationship.inverseName == nil && !$0.relationship.isTransient
        }
        let byEnds = Dictionary(grouping: lonely) { [$0.entityName, $0.relationship.destinationName ?? ""] }
        for node in lonely {
            // Two are enough, because one of them can be the relationship itself.
            let candidates = byEnds[[node.relationship.destinationName ?? "", node.entityName]]?.prefix(2)
            guard let back = candidates?.first(where: { $0 !== node }) else { continue }
            findings.report(
                "relationship '\(node.path)' has no inverse, but SwiftData can take '\(back.path)' for it",
                at: node.path,
                notes: [.init("the other relationship is here", at: back.path)],
                hint: "give both relationships inverses")
        }
    }

    static let swiftDataRelationshipTransient = forEachRelationship(
        "swiftdata-relationship-transient", .warning, "A transient property of SwiftData is not a relationship."
    ) { node, _, findings in
        guard node.relationship.isTransient else { return }
        findings.report(
            "the transient relationship '\(node.path)' becomes a property without an inverse and a delete rule",
            at: node.path, hint: "set both sides in code")
    }

    static let swiftDataRelationshipsRequired = forEachRelationship(
        "swiftdata-relationships-required", .warning,
        "Both sides of a one-to-one relationship are required, so neither object can be initialized first."
    ) { node, model, findings in
        guard let inverse = model.mutualInverse(of: node), inverse !== node, node.comesFirst(of: inverse) else {
            return
        }
        let pair = [node, inverse].map(\.relationship)
        guard pair.allSatisfy({ !$0.isToMany && $0.isRequired && !$0.isTransient }) else { return }
        findings.report(
            "the properties of '\(node.path)' and '\(inverse.path)' each need the other object to be initialized",
            at: node.path, notes: [.init("the inverse is here", at: inverse.path)],
            hint: "make one of them optional in a new version of the model first")
    }

    static let swiftDataDeleteRuleDeny = forEachRelationship(
        "swiftdata-delete-rule-deny", .note,
        "SwiftData has the delete rule Deny, but its documentation does not say how an object is kept."
    ) { node, _, findings in
        guard node.relationship.deleteRule == .deny, !node.relationship.isTransient else { return }
        findings.report(
            "relationship '\(node.path)' keeps the delete rule Deny, "
                + "but SwiftData does not document what deleting then does",
            at: node.path.setting("deletionRule"), hint: "check the relationship in code before deleting")
    }

    // MARK: Fetches

    static let swiftDataFetchedProperty = forEachEntity(
        "swiftdata-fetched-property", .warning, "SwiftData has no fetched properties."
    ) { entity, _, findings in
        for node in entity.fetchedProperties {
            findings.report(
                "fetched property '\(node.path)' is not part of the class in SwiftData", at: node.path,
                hint: "fetch with a FetchDescriptor in an extension of the class")
        }
    }

    static let swiftDataFetchRequest = ValidationRule(
        "swiftdata-fetch-request", .warning, "SwiftData has no fetch request templates."
    ) { model, findings in
        for (template, path) in model.fetchRequests {
            findings.report(
                "fetch request '\(template.name)' is not part of the code for SwiftData", at: path,
                hint: "write a FetchDescriptor with the same predicate")
        }
    }

    // MARK: Constraints, indexes, and configurations

    static let swiftDataUnique = forEachEntity(
        "swiftdata-unique", .note, "SwiftData updates an object with the same unique values instead of failing to save."
    ) { entity, _, findings in
        guard !entity.entity.uniquenessConstraints.isEmpty else { return }
        findings.report(
            "a second object of '\(entity.path)' with the same unique values updates the first in SwiftData",
            at: entity.path.appending(.uniquenessConstraint, occurrence: 0),
            hint: "search for an equal object before inserting one")
    }

    static let swiftDataConstraint = forEachEntity(
        "swiftdata-constraint", .warning, "SwiftData cannot have a uniqueness constraint on a part of a composite."
    ) { entity, _, findings in
        for (number, constraint) in entity.entity.uniquenessConstraints.enumerated() {
            guard let part = constraint.propertyNames.first(where: { $0.contains(".") }) else { continue }
            findings.report(
                "the class of '\(entity.path)' has no uniqueness constraint on '\(part)', and its version hash changes",
                at: entity.path.appending(.uniquenessConstraint, occurrence: number),
                hint: "keep the value in an attribute of its own")
        }
    }

    static let swiftDataIndex = forEachEntity(
        "swiftdata-index", .warning, "SwiftData has no partial indexes, indexes on expressions, or descending columns."
    ) { entity, _, findings in
        let paths = entity.path.paths(to: .fetchIndex, named: entity.entity.indexes.map(\.name))
        for (index, path) in zip(entity.entity.indexes, paths) {
            let kinds = Set(index.elements.map(\.kind))
            if index.partialIndexPredicate != nil {
                findings.report("the partial index '\(path)' is left out", at: path, hint: "index all objects")
            } else if !index.elements.allSatisfy(\.isOnProperty) || kinds.count > 1 {
                findings.report(
                    "the index '\(path)' is left out, because it is not on properties of one kind", at: path,
                    hint: "index properties only")
            } else if index.elements.contains(where: { $0.order == .descending }) {
                findings.report("the index '\(path)' has ascending columns only", at: path, hint: "sort when fetching")
            }
        }
    }

    static let swiftDataConfiguration = ValidationRule(
        "swiftdata-configuration", .warning, "The code for SwiftData opens one store with all entities."
    ) { model, findings in
        for (configuration, path) in model.configurations {
            findings.report(
                "the code for SwiftData does not use configuration '\(configuration.name)'", at: path,
                hint: "create a ModelConfiguration with the classes of the configuration")
        }
    }
}

extension FetchIndex.Element {
    /// Whether the column is a property, and not an expression or a part of a composite.
    fileprivate var isOnProperty: Bool { propertyName.map { !$0.contains(".") } ?? false }
}
