import Foundation
import ModelExpressions

/// Infers the mappings between two versions of a model.
struct MappingInference {
    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel

    /// Returns one mapping for each entity that is not abstract, and one for each removed entity.
    ///
    /// - Throws: An error with the code 134190 for a change that cannot be inferred.
    func mappings() throws -> [NSEntityMapping] {
        let pairs = destination.entities.map { new in (new, source.entities.first { Self.goesOn($0, in: new) }) }
        let continued = Set(pairs.compactMap { $1.map(ObjectIdentifier.init) })
        let kept = try pairs.filter { !$0.0.isAbstract }.map { try mapping(from: $1, to: $0) }
        let removed = source.entities.filter { !continued.contains(ObjectIdentifier($0)) && !$0.isAbstract }
        return kept + removed.map(removal)
    }

    private static func goesOn(_ old: NSEntityDescription, in new: NSEntityDescription) -> Bool {
        old.name == new.renamingIdentifier || old.renamingIdentifier == new.renamingIdentifier
    }

    private func mapping(from old: NSEntityDescription?, to new: NSEntityDescription) throws -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.destinationEntityName = new.name
        mapping.destinationEntityVersionHash = new.versionHash
        guard let old, !old.isAbstract else {
            mapping.name = "IEM_Add_\(new.name ?? "")"
            mapping.mappingType = .addEntityMappingType
            return mapping
        }
        let isSame = old.versionHash == new.versionHash
        mapping.name = "IEM_\(isSame ? "Copy" : "Transform")_\(new.name ?? "")"
        mapping.mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
        mapping.sourceEntityName = old.name
        mapping.sourceEntityVersionHash = old.versionHash
        let stored = new.properties.filter { !$0.isTransient }
        mapping.attributeMappings = try stored.compactMap { $0 as? NSAttributeDescription }
            .filter { !($0 is NSDerivedAttributeDescription) }.map { try self.attribute($0, from: old) }
        mapping.relationshipMappings = stored.compactMap { $0 as? NSRelationshipDescription }
            .map { new in self.mapping(of: new, from: old.relationshipsByName.values.first { Self.goesOn($0, in: new) })
            }
        return mapping
    }

    private func removal(of entity: NSEntityDescription) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.name = "IEM_Remove_\(entity.name ?? "")"
        mapping.mappingType = .removeEntityMappingType
        mapping.sourceEntityName = entity.name
        mapping.sourceEntityVersionHash = entity.versionHash
        return mapping
    }

    private func attribute(
        _ new: NSAttributeDescription, from entity: NSEntityDescription
    ) throws -> NSPropertyMapping {
        let old = entity.attributesByName.values.first { Self.goesOn($0, in: new) }
        let place = "\(entity.name ?? "").\(new.name)"
        if let old, old.attributeType != new.attributeType {
            throw NSError(
                code: NSInferredMappingModelError, "\(place): cannot infer a mapping to a different attribute type")
        }
        if !new.isOptional, new.defaultValue == nil, old?.isOptional != false {
            throw NSError(
                code: NSInferredMappingModelError, "\(place): the attribute is required, but has no default value")
        }
        return mapping(of: new, from: old)
    }

    private static func goesOn(_ old: NSPropertyDescription, in new: NSPropertyDescription) -> Bool {
        old.name == new.renamingIdentifier || old.renamingIdentifier == new.renamingIdentifier
    }

    private func mapping(of new: NSPropertyDescription, from old: NSPropertyDescription?) -> NSPropertyMapping {
        let mapping = NSPropertyMapping()
        mapping.name = new.name
        mapping.valueExpression = old.flatMap { ModelKeyPath(text: $0.name) }.map { path in
            NSExpression(tree: .keyPath(path, of: .variable("source")))
        }
        return mapping
    }
}
