import CoreData
import Foundation

/// What a model says, one line for each thing, so that a difference names what differs.
enum ModelText {
    static func lines(of model: NSManagedObjectModel) -> [String] {
        var lines = model.configurations.map { configuration in
            let entities = model.entities(forConfigurationName: configuration)?.compactMap(\.name).sorted() ?? []
            return "configuration \(configuration): \(entities.joined(separator: ", "))"
        }
        lines.append("identifiers: \(model.versionIdentifiers.map { "\($0)" }.sorted())")
        lines += model.fetchRequestTemplatesByName.map { name, request in
            let order = (request.sortDescriptors ?? []).map { "\($0.key ?? "") \($0.ascending)" }
            return "fetch request \(name): \(request.entityName ?? ""), \(text(request.predicate)), \(order), "
                + "\(request.fetchLimit), \(request.fetchBatchSize), \(request.resultType.rawValue), "
                + "\(request.includesSubentities), \(request.returnsObjectsAsFaults)"
        }
        for entity in model.entities { lines += self.lines(of: entity) }
        return lines
    }

    private static func lines(of entity: NSEntityDescription) -> [String] {
        let name = entity.name ?? ""
        let constraints = entity.uniquenessConstraints.map { $0.map { "\($0)" } }
        var lines = [
            "\(name): class \(entity.managedObjectClassName ?? ""), abstract \(entity.isAbstract), "
                + "parent \(entity.superentity?.name ?? ""), constraints \(constraints), "
                + "renamed \(entity.renamingIdentifier ?? ""), modifier \(entity.versionHashModifier ?? "")"
        ]
        lines += text(entity.userInfo).map { "\(name): \($0)" }
        lines += entity.indexes.map { index in
            let elements = index.elements.map { element in
                "\(element.propertyName ?? "") \(element.collationType.rawValue) \(element.isAscending)"
            }
            return "\(name): index \(index.name), \(elements), \(text(index.partialIndexPredicate))"
        }
        for property in entity.properties {
            let place = "\(name).\(property.name)"
            lines.append(
                "\(place): optional \(property.isOptional), transient \(property.isTransient), "
                    + "renamed \(property.renamingIdentifier ?? ""), modifier \(property.versionHashModifier ?? ""), "
                    + "rules \(property.validationPredicates.map(text)), \(special(property))")
            lines += text(property.userInfo).map { "\(place): \($0)" }
        }
        return lines
    }

    /// What only properties of one kind have.
    private static func special(_ property: NSPropertyDescription) -> String {
        switch property {
        case let attribute as NSAttributeDescription:
            let derivation = (attribute as? NSDerivedAttributeDescription)?.derivationExpression
            let elements = (attribute as? NSCompositeAttributeDescription)?.elements.map(\.name) ?? []
            return "type \(attribute.attributeType.rawValue), class \(attribute.attributeValueClassName ?? ""), "
                + "default \(attribute.defaultValue.map { "\($0)" } ?? ""), "
                + "transformer \(attribute.valueTransformerName ?? ""), "
                + "external \(attribute.allowsExternalBinaryDataStorage), "
                + "kept \(attribute.preservesValueInHistoryOnDeletion), encrypted \(attribute.allowsCloudEncryption), "
                + "derived \(derivation.map { "\($0)" } ?? ""), elements \(elements)"
        case let relationship as NSRelationshipDescription:
            return "to \(relationship.destinationEntity?.name ?? ""), "
                + "inverse \(relationship.inverseRelationship?.name ?? ""), "
                + "from \(relationship.minCount) to \(relationship.maxCount), "
                + "rule \(relationship.deleteRule.rawValue), ordered \(relationship.isOrdered)"
        case let fetched as NSFetchedPropertyDescription:
            return "fetches \(fetched.fetchRequest?.entityName ?? ""), \(text(fetched.fetchRequest?.predicate))"
        default:
            return "\(type(of: property))"
        }
    }

    private static func text(_ predicate: NSPredicate?) -> String { predicate?.predicateFormat ?? "" }

    private static func text(_ userInfo: [AnyHashable: Any]?) -> [String] {
        (userInfo ?? [:]).map { "user info \($0.key): \($0.value)" }
    }
}
