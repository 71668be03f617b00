public import MappingModels
public import ModelExpressions
public import ModelSchema
public import XCDataModel

/// Completes an editor's mapping model by the two versions: names, kinds, hashes, and the usual expressions.
///
/// Source: public mapping models, compared with the files that they were compiled to.
///
/// ```swift
/// var completion = MappingModelCompletion(from: old, to: new) { ModelExpression(archive: $0) }
/// let mappings = completion.mappingModel(of: source)
/// for finding in completion.findings {
///     print("\(finding.position.line): \(finding.isError ? "error" : "warning"): \(finding.message)")
/// }
/// ```
public struct MappingModelCompletion {
    /// A part that cannot be completed, or whose completion is not known from samples.
    public struct Finding: Sendable, Hashable {
        /// The place in the file.
        public let position: MappingModelSource.Position
        /// The problem, as a clause.
        public let message: String
        /// Whether the mapping model cannot be compiled because of it.
        public let isError: Bool
    }

    private let old: ModelLookup
    private let new: ModelLookup
    private let expression: ([UInt8]) -> ModelExpression?
    private var source = MappingModelSource(sourcePath: nil, destinationPath: nil, entityMappings: [])
    /// What is uncertain, and why the last mapping model cannot be completed.
    public private(set) var findings: [Finding] = []

    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - expression: Reads the archive of an expression; nil if it cannot be read.
    public init(from old: Model, to new: Model, reading expression: @escaping ([UInt8]) -> ModelExpression?) {
        self.old = ModelLookup(old)
        self.new = ModelLookup(new)
        self.expression = expression
    }

    /// Returns the mapping model; nil if it has errors, which ``findings`` explain.
    public mutating func mappingModel(of source: MappingModelSource) -> MappingModel? {
        findings = []
        self.source = source
        var names: Set<String> = []
        var mappings: [MappingModel.EntityMapping] = []
        for entity in source.entityMappings {
            guard let mapping = mapping(of: entity) else { continue }
            if !names.insert(mapping.name).inserted {
                report(entity.position, "there are two mappings '\(mapping.name)'", isError: true)
            }
            mappings.append(mapping)
        }
        return findings.contains(where: \.isError) ? nil : MappingModel(entityMappings: mappings)
    }

    private mutating func report(_ position: MappingModelSource.Position, _ message: String, isError: Bool = false) {
        findings.append(Finding(position: position, message: message, isError: isError))
    }

    // MARK: Entities

    private mutating func mapping(of entity: MappingModelSource.EntityMapping) -> MappingModel.EntityMapping? {
        let before = entity.sourceEntityName.flatMap(old.entity(named:))
        let after = entity.destinationEntityName.flatMap(new.entity(named:))
        if let name = entity.sourceEntityName, before == nil {
            report(entity.position, "the older version has no entity '\(name)'", isError: true)
        }
        if let name = entity.destinationEntityName, after == nil {
            report(entity.position, "the newer version has no entity '\(name)'", isError: true)
        }
        if entity.sourceEntityName == nil, entity.destinationEntityName == nil {
            report(entity.position, "the mapping has neither a source nor a destination", isError: true)
        }
        guard (before == nil) == (entity.sourceEntityName == nil),
            (after == nil) == (entity.destinationEntityName == nil)
        else {
            return nil
        }
        if after == nil {
            report(entity.position, "the form of a removed entity in compiled mapping models is not known")
        }
        for setting in entity.unknownSettings {
            report(entity.position, "the setting '\(setting)' is left out, because its form is not known")
        }
        var mapping = MappingModel.EntityMapping(
            name: entity.name ?? Self.usualName(of: entity), sourceEntityName: entity.sourceEntityName,
            destinationEntityName: entity.destinationEntityName,
            sourceEntityVersionHash: before.map(old.coreDataVersionHash),
            destinationEntityVersionHash: after.map(new.coreDataVersionHash),
            mappingType: mappingType(of: entity, before, after),
            entityMigrationPolicyClassName: entity.entityMigrationPolicyClassName)
        for attribute in entity.attributeMappings {
            mapping.attributeMappings.append(self.attribute(attribute, before, after))
        }
        for relationship in entity.relationshipMappings {
            mapping.relationshipMappings.append(self.relationship(relationship, before, after))
        }
        mapping.attributeMappings.sort { $0.isBefore($1) }
        mapping.relationshipMappings.sort { $0.isBefore($1) }
        return mapping
    }

    private static func usualName(of entity: MappingModelSource.EntityMapping) -> String {
        let destination = entity.destinationEntityName ?? ""
        return entity.sourceEntityName.map { "\($0)To\(destination)" } ?? destination
    }

    private func mappingType(
        of entity: MappingModelSource.EntityMapping, _ before: Entity?, _ after: Entity?
    ) -> MappingModel.MappingType {
        guard let before else { return .added }
        guard let after else { return .removed }
        if entity.entityMigrationPolicyClassName != nil { return .custom }
        return isCopied(before, after) ? .copied : .transformed
    }

    /// Whether the hierarchies have the same names, and every property continues unchanged. Others may be new.
    private func isCopied(_ before: Entity, _ after: Entity) -> Bool {
        old.ancestors(of: before).map(\.name) == new.ancestors(of: after).map(\.name)
            && old.attributes(of: before).allSatisfy { attribute in
                new.attribute(named: attribute.name, of: after).map(new.coreDataVersionHash)
                    == old.coreDataVersionHash(of: attribute)
            }
            && old.relationships(of: before).allSatisfy { relationship in
                new.relationship(named: relationship.name, of: after)?.coreDataVersionHash
                    == relationship.coreDataVersionHash
            }
    }

    // MARK: Properties

    /// The expression in the file; nil if there is none.
    private mutating func ownExpression(of property: MappingModelSource.PropertyMapping) -> ModelExpression? {
        for setting in property.unknownSettings {
            report(property.position, "the setting '\(setting)' is left out, because its form is not known")
        }
        guard let archive = property.expressionArchive else { return nil }
        let expression = expression(archive)
        if expression == nil {
            report(property.position, "the expression of '\(property.name)' cannot be read", isError: true)
        }
        return expression
    }

    private mutating func attribute(
        _ property: MappingModelSource.PropertyMapping, _ before: Entity?, _ after: Entity?
    ) -> MappingModel.PropertyMapping {
        let attribute = after.flatMap { new.attribute(named: property.name, of: $0) }
        if let after, attribute == nil {
            report(
                property.position, "'\(after.name)' of the newer version has no attribute '\(property.name)'",
                isError: true)
        }
        if let value = ownExpression(of: property) {
            return MappingModel.PropertyMapping(name: property.name, valueExpression: value)
        }
        let isKept = before.flatMap { old.attribute(named: property.name, of: $0) } != nil
        if !isKept, before != nil, attribute?.renamingIdentifier != nil {
            report(
                property.position,
                "the expression of '\(property.name)', which has a renaming identifier, is not known from Apple's files"
            )
        }
        return MappingModel.PropertyMapping(
            name: property.name, valueExpression: isKept ? .ofSource(ModelKeyPath([.key(property.name)])) : nil)
    }

    private mutating func relationship(
        _ property: MappingModelSource.PropertyMapping, _ before: Entity?, _ after: Entity?
    ) -> MappingModel.PropertyMapping {
        let relationship = after.flatMap { new.relationship(named: property.name, of: $0) }
        if let after, relationship == nil {
            report(
                property.position, "'\(after.name)' of the newer version has no relationship '\(property.name)'",
                isError: true)
        }
        let value = ownExpression(of: property) ?? usualExpression(of: property, relationship, before)
        return MappingModel.PropertyMapping(name: property.name, valueExpression: value)
    }

    /// The path in a setting, which can begin with the variable for the older object.
    private static func path(_ text: String) -> String {
        let prefix = "$\(MappingSelector.source)."
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    private mutating func usualExpression(
        of property: MappingModelSource.PropertyMapping, _ relationship: Relationship?, _ before: Entity?
    ) -> ModelExpression? {
        let name = property.name
        if let mappingName = property.sourceMappingName {
            guard let path = ModelKeyPath(inMappingModel: Self.path(property.sourceKeyPath ?? name)) else {
                report(property.position, "the path of '\(name)' is not valid", isError: true)
                return nil
            }
            if !source.entityMappings.contains(where: { ($0.name ?? Self.usualName(of: $0)) == mappingName }) {
                report(property.position, "there is no mapping '\(mappingName)'", isError: true)
            }
            return .destinations(MappingSelector.destinationsOfMapping, mappingName, path)
        }
        guard let previous = before.flatMap({ old.relationship(named: name, of: $0) }),
            let destination = previous.destinationName.flatMap(old.entity(named:))
        else { return nil }
        let path = ModelKeyPath([.key(name)])
        guard old.children(of: destination).isEmpty else {
            return .destinations(MappingSelector.destinationsOfRelationship, name, path)
        }
        let mapping = source.entityMappings.first {
            $0.sourceEntityName == destination.name && $0.destinationEntityName == relationship?.destinationName
        }
        guard let mapping else {
            report(
                property.position,
                "no mapping leads from '\(destination.name)' to the destination of '\(name)', which stays empty")
            return nil
        }
        return .destinations(
            MappingSelector.destinationsOfMapping, mapping.name ?? Self.usualName(of: mapping), path)
    }
}

extension MappingModel.PropertyMapping {
    /// Sorts names without regard to case; names that differ in nothing else, by code unit.
    fileprivate func isBefore(_ other: Self) -> Bool {
        let (name, otherName) = (name.lowercased(), other.name.lowercased())
        return name == otherName
            ? self.name.utf16.lexicographicallyPrecedes(other.name.utf16)
            : name.utf16.lexicographicallyPrecedes(otherName.utf16)
    }
}
