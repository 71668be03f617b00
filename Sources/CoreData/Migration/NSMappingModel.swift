// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ModelExpressions

/// The type of an entity's mapping in a migration, with Core Data's numbers.
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
open class NSPropertyMapping: NSObject {
    /// The property of the newer entity.
    open var name: String?
    /// The value, over `$source`, the object before the migration: a path such as `$source.name`, or a constant. For a
    /// relationship, a path to the objects whose counterparts it points to.
    open var valueExpression: NSExpression?
    /// User info of the program.
    open var userInfo: [AnyHashable: Any]?

    /// Returns the value for an object before the migration.
    ///
    /// - Throws: An error with the code 134170 for an expression that is neither a path of `$source` nor a constant.
    final func value(of source: NSManagedObject) throws -> Any? {
        switch valueExpression?.tree {
        case nil: return nil
        case .keyPath(let path, of: .variable("source")): return source.value(forKeyPath: path.description)
        case .constant(let value): return value.foundationValue
        case let tree?:
            throw NSError(
                code: NSEntityMigrationPolicyError,
                "the value of '\(name ?? "")' is neither a path of $source nor a constant: \(tree)")
        }
    }
}

/// The mapping of an entity's objects in a migration.
open class NSEntityMapping: NSObject {
    /// A name, unique in the mapping model.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var name: String! = ""
    /// The type of the mapping.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType
    /// The entity of the older model; nil for a new one.
    open var sourceEntityName: String?
    /// The fingerprint of the older entity. It has no effect.
    open var sourceEntityVersionHash: Data?
    /// The entity of the newer model; nil for a removed entity.
    open var destinationEntityName: String?
    /// The fingerprint of the newer entity. It has no effect.
    open var destinationEntityVersionHash: Data?
    /// The mappings of attributes.
    open var attributeMappings: [NSPropertyMapping]?
    /// The mappings of relationships.
    open var relationshipMappings: [NSPropertyMapping]?
    /// User info of the program.
    open var userInfo: [AnyHashable: Any]?
    /// The name of a class of the program for the policy; nil for ``NSEntityMigrationPolicy`` itself.
    open var entityMigrationPolicyClassName: String?
}

/// The mappings of the objects of all entities in a migration.
///
/// You can infer a mapping model, change it, or create it in code. Compiled mapping models are not read.
open class NSMappingModel: NSObject {
    /// The mappings, in the order in which the migration performs them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var entityMappings: [NSEntityMapping]! = []

    /// Creates a mapping model without mappings.
    public override init() {}

    /// Returns nil, because there are no compiled mapping models in bundles here.
    public init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        nil
    }

    /// Returns nil, because compiled mapping models are not read.
    public init?(contentsOf url: URL?) { nil }

    /// The mappings by name.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Infers the mappings between two versions of a model: elements with the same name or renaming identifier correspond.
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

extension ConstantValue {
    /// The value as one of Foundation's.
    fileprivate var foundationValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .decimal(let text): NSDecimalNumber(string: text)
        case .string(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let bytes): Data(bytes)
        case .uuid(let text): UUID(uuidString: text)
        case .url(let text): URL(string: text)
        case .collection(let values): values.map { $0.foundationValue ?? NSNull() }
        case .opaque: nil
        }
    }
}
