// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import MappingModels
import ModelExpressions
import ModelSchema

/// The type of an entity's mapping in a migration, with Core Data's numbers.
///
/// ```swift
/// notes?.mappingType = .transformEntityMappingType  // Its objects change; .copyEntityMappingType if they do not.
/// ```
public enum NSEntityMappingType: UInt, Sendable {
    /// The type is not specified.
    case undefinedEntityMappingType = 0
    /// A custom policy of the program migrates the objects.
    case customEntityMappingType = 1
    /// The entity is added, and has no objects at first.
    case addEntityMappingType = 2
    /// The entity is removed, with its objects.
    case removeEntityMappingType = 3
    /// The objects do not change.
    case copyEntityMappingType = 4
    /// The objects have changed properties.
    case transformEntityMappingType = 5
}

/// The source of a property's values in a migration.
///
/// ```swift
/// text?.valueExpression = NSExpression(format: "$source.title")  // The text begins as the title.
/// ```
open class NSPropertyMapping: NSObject {
    /// The property of the newer entity.
    open var name: String?
    /// The value, over `$source`, the object before the migration: a path such as `$source.name`, or a constant. For a
    /// relationship, a path to the objects whose counterparts it points to.
    open var valueExpression: NSExpression?
    /// User info of the program.
    open var userInfo: [AnyHashable: Any]?

    /// Creates a mapping without a source.
    public override init() {}

    /// Creates a mapping from a compiled one.
    init(_ mapping: MappingModel.PropertyMapping) {
        super.init()
        name = mapping.name
        valueExpression = mapping.valueExpression.map { NSExpression(tree: $0) }
    }

    /// Returns the value for an object before the migration.
    ///
    /// - Throws: An error with the code 134170 for an expression that is neither a path of `$source`, a constant, nor
    ///   `now()`, and for a path with an unknown key.
    final func value(of source: NSManagedObject) throws -> Any? { try value(of: valueExpression?.tree, source) }

    /// Returns the destinations of a relationship after the migration.
    ///
    /// - Throws: An error with the code 134170 for an expression that is neither a path of `$source` nor one of the
    ///   calls of `$manager` in mapping models.
    final func destinations(of source: NSManagedObject, _ manager: NSMigrationManager) throws -> [NSManagedObject] {
        guard case .methodCall(.variable(MappingSelector.manager), let selector, let arguments) = valueExpression?.tree,
            arguments.count == 2, case .constant(.string(let name)) = arguments[0]
        else { return Self.objects(try value(of: source)).flatMap(manager.counterparts) }
        let sources = Self.objects(try value(of: arguments[1], source))
        switch selector {
        case MappingSelector.destinationsOfMapping:
            return manager.destinationInstances(forEntityMappingName: name, sourceInstances: sources)
        case MappingSelector.destinationsOfRelationship: return sources.flatMap(manager.counterparts)
        default:
            throw NSError(code: NSEntityMigrationPolicyError, "the value of '\(self.name ?? "")' calls '\(selector)'")
        }
    }

    private static func objects(_ value: Any?) -> [NSManagedObject] {
        switch value {
        case let object as NSManagedObject: [object]
        case let objects as NSOrderedSet: objects.array.compactMap { $0 as? NSManagedObject }
        case let objects as NSSet: objects.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
    }

    private func value(of tree: ModelExpression?, _ source: NSManagedObject) throws -> Any? {
        switch tree {
        case nil: return nil
        case .function(let function, []) where function.rawValue == "now": return Date()
        case .keyPath(let path, of: .variable("source")):
            try checkKeys(of: path, from: source)
            return source.value(forKeyPath: path.description)
        case .constant(let value): return value.programValue
        case let tree?:
            throw NSError(
                code: NSEntityMigrationPolicyError,
                "the value of '\(name ?? "")' is neither a path of $source nor a constant: \(tree)")
        }
    }

    /// Checks the keys of a path as far as they follow to-one relationships: a mapping with a key that the older model
    /// does not have must not end the program.
    private func checkKeys(of path: ModelKeyPath, from source: NSManagedObject) throws {
        var object = source
        for component in path.components {
            guard case .key(let key) = component else { return }
            guard object.hasProperty(key) else {
                throw NSError(
                    code: NSEntityMigrationPolicyError,
                    "the value of '\(name ?? "")' is '$source.\(path)', but '\(object.entity.name ?? "")' has no "
                        + "property '\(key)' before the migration")
            }
            guard let next = object.value(forKey: key) as? NSManagedObject else { return }
            object = next
        }
    }
}

/// The mapping of an entity's objects in a migration.
///
/// ```swift
/// let notes = mappings.entityMappings.first { $0.destinationEntityName == "Note" }
/// let text = notes?.attributeMappings?.first { $0.name == "text" }
/// ```
open class NSEntityMapping: NSObject {
    /// A name, unique in the mapping model.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var name: String! = ""
    /// The type of the mapping.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType
    /// The entity of the older model; nil for a new one.
    open var sourceEntityName: String?
    /// The version hash of the older entity. It has no effect.
    open var sourceEntityVersionHash: Data?
    /// The older objects that the mapping applies to, as a call of
    /// `fetchRequestForSourceEntityNamed:predicateString:` of `$manager`, also in a `FETCH`; nil for all of the entity.
    open var sourceExpression: NSExpression?
    /// The entity of the newer model; nil for a removed entity.
    open var destinationEntityName: String?
    /// The version hash of the newer entity. It has no effect.
    open var destinationEntityVersionHash: Data?
    /// The mappings of attributes.
    open var attributeMappings: [NSPropertyMapping]?
    /// The mappings of relationships.
    open var relationshipMappings: [NSPropertyMapping]?
    /// User info of the program.
    open var userInfo: [AnyHashable: Any]?
    /// The name of a class of the program for the policy; nil for ``NSEntityMigrationPolicy`` itself.
    open var entityMigrationPolicyClassName: String?

    /// Creates a mapping.
    public override init() {}

    /// Creates a mapping from a compiled one.
    init(_ mapping: MappingModel.EntityMapping) {
        super.init()
        name = mapping.name
        mappingType = NSEntityMappingType(rawValue: UInt(mapping.mappingType.rawValue)) ?? .undefinedEntityMappingType
        sourceEntityName = mapping.sourceEntityName
        sourceEntityVersionHash = mapping.sourceEntityVersionHash.map { Data($0.bytes) }
        sourceExpression = mapping.sourcePredicate.flatMap { predicate in
            mapping.sourceEntityName.map { NSExpression(tree: .sourceFetch(of: $0, where: predicate)) }
        }
        destinationEntityName = mapping.destinationEntityName
        destinationEntityVersionHash = mapping.destinationEntityVersionHash.map { Data($0.bytes) }
        attributeMappings = mapping.attributeMappings.map { NSPropertyMapping($0) }
        relationshipMappings = mapping.relationshipMappings.map { NSPropertyMapping($0) }
        entityMigrationPolicyClassName = mapping.entityMigrationPolicyClassName
    }

    /// The predicate of the older objects; nil for all of the entity.
    ///
    /// - Throws: An error with the code 134170 for an expression that is not the call,
    ///   or a predicate that does not parse.
    final func sourcePredicate() throws -> NSPredicate? {
        guard let sourceExpression else { return nil }
        guard case .methodCall(_, MappingSelector.sourceFetch, let arguments) = sourceExpression.tree,
            arguments.count == 2, case .constant(.string(let format)) = arguments[1]
        else {
            throw NSError(
                code: NSEntityMigrationPolicyError,
                "the source of '\(name ?? "")' is not a call of '\(MappingSelector.sourceFetch)': \(sourceExpression)")
        }
        if format == MappingSelector.allObjects { return nil }
        do {
            return NSPredicate(tree: try ModelPredicate(programFormat: format, arguments: []))
        } catch {
            throw NSError(
                code: NSEntityMigrationPolicyError, "the source of '\(name ?? "")' is '\(format)': \(error)")
        }
    }
}

/// The mappings of the objects of all entities in a migration.
///
/// You can infer a mapping model, change it, create it in code, or read a compiled one.
///
/// ```swift
/// let mappings = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// for mapping in mappings.entityMappings { print(mapping.name ?? "", mapping.mappingType) }
/// ```
open class NSMappingModel: NSObject {
    /// The mappings, in the order in which the migration performs them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var entityMappings: [NSEntityMapping]! = []

    /// Creates a mapping model without mappings.
    public override init() {}

    /// Reads the compiled mapping model (`.cdm`) in bundles whose hashes are those of two models. Nil if there is none.
    ///
    /// - Parameters:
    ///   - bundles: The bundles; nil for that of the program and those of its targets.
    ///   - sourceModel: The model of the objects before the migration.
    ///   - destinationModel: The model of the objects after the migration.
    public init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel,
            let found = CompiledMappings(in: bundles).first(
                from: sourceModel.entityVersionHashesByName, to: destinationModel.entityVersionHashesByName)
        else { return nil }
        super.init()
        entityMappings = found.entityMappings.map { NSEntityMapping($0) }
    }

    /// Reads a compiled mapping model (`.cdm`). Nil if it cannot be read.
    public init?(contentsOf url: URL?) {
        guard let model = url.flatMap(CompiledMappings.mappingModel) else { return nil }
        super.init()
        entityMappings = model.entityMappings.map { NSEntityMapping($0) }
    }

    /// The mappings by name.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Infers the mappings between two versions of a model: elements with the same name or renaming identifier
    /// correspond.
    ///
    /// - Throws: An error with the code 134190 for an attribute whose type changes, and for a required property without
    ///   a value to start with.
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let model = NSMappingModel()
        model.entityMappings = try MappingInference(source: sourceModel, destination: destinationModel).mappings()
        return model
    }
}
