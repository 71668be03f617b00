public import ModelExpressions
public import ModelSchema

/// The way from one version of a model to another: which entities continue which, and the expressions that compute the
/// values of their properties.
///
/// ```swift
/// let oldTitle = ModelExpression.keyPath(ModelKeyPath([.key("title")]), of: .variable(MappingSelector.source))
/// let mappings = MappingModel(entityMappings: [
///     MappingModel.EntityMapping(
///         name: "BookToBook", sourceEntityName: "Book", destinationEntityName: "Book",
///         mappingType: .transformed,
///         attributeMappings: [MappingModel.PropertyMapping(name: "name", valueExpression: oldTitle)])
/// ])
/// ```
public struct MappingModel: Sendable, Hashable {
    /// The mappings of entities, in the order in which a migration uses them.
    public var entityMappings: [EntityMapping]

    /// Creates a mapping model.
    public init(entityMappings: [EntityMapping] = []) { self.entityMappings = entityMappings }

    /// Returns the mapping of entities with a name.
    public func entityMapping(named name: String) -> EntityMapping? { entityMappings.first { $0.name == name } }
}

extension MappingModel {
    /// What becomes of the objects of an entity. The raw values are those of `NSEntityMappingType`.
    public enum MappingType: Int, Sendable, Hashable, CaseIterable {
        /// The mapping does not say.
        case undefined = 0
        /// A class of the program computes the objects.
        case custom = 1
        /// The entity is new.
        case added = 2
        /// The entity no longer exists.
        case removed = 3
        /// The objects stay as they are.
        case copied = 4
        /// The expressions compute the values of the objects.
        case transformed = 5
    }

    /// The mapping of an entity's objects to those of an entity of the newer version.
    public struct EntityMapping: Sendable, Hashable {
        /// The name of the mapping, which expressions refer to.
        public var name: String
        /// The entity of the older version; nil for an entity that is new.
        public var sourceEntityName: String?
        /// The entity of the newer version; nil for an entity that no longer exists.
        public var destinationEntityName: String?
        /// The hash of the older entity at the time when the mapping was compiled.
        public var sourceEntityVersionHash: CoreDataVersionHash?
        /// The hash of the newer entity at the time when the mapping was compiled.
        public var destinationEntityVersionHash: CoreDataVersionHash?
        /// What becomes of the objects.
        public var mappingType: MappingType
        /// The class of the program that computes the objects.
        public var entityMigrationPolicyClassName: String?
        /// The predicate of the older objects that the mapping applies to; nil for all of them.
        public var sourcePredicate: String?
        /// The mappings of attributes, sorted by name.
        public var attributeMappings: [PropertyMapping]
        /// The mappings of relationships, sorted by name.
        public var relationshipMappings: [PropertyMapping]

        /// Creates the mapping of an entity.
        public init(
            name: String, sourceEntityName: String?, destinationEntityName: String?,
            sourceEntityVersionHash: CoreDataVersionHash? = nil,
            destinationEntityVersionHash: CoreDataVersionHash? = nil, mappingType: MappingType = .undefined,
            entityMigrationPolicyClassName: String? = nil,
            sourcePredicate: String? = nil, attributeMappings: [PropertyMapping] = [],
            relationshipMappings: [PropertyMapping] = []
        ) {
            self.name = name
            self.sourceEntityName = sourceEntityName
            self.destinationEntityName = destinationEntityName
            self.sourceEntityVersionHash = sourceEntityVersionHash
            self.destinationEntityVersionHash = destinationEntityVersionHash
            self.mappingType = mappingType
            self.entityMigrationPolicyClassName = entityMigrationPolicyClassName
            self.sourcePredicate = sourcePredicate
            self.attributeMappings = attributeMappings
            self.relationshipMappings = relationshipMappings
        }
    }

    /// The mapping of a property of the newer version.
    public struct PropertyMapping: Sendable, Hashable {
        /// The name of the property.
        public var name: String
        /// The expression that computes the value, with the variables `$source` and `$manager`; nil if the value is the
        /// default, or comes from a class of the program.
        public var valueExpression: ModelExpression?

        /// Creates the mapping of a property.
        public init(name: String, valueExpression: ModelExpression?) {
            self.name = name
            self.valueExpression = valueExpression
        }
    }
}

/// The calls of the migration manager in expressions of mapping models.
///
/// Source: Apple's documentation of `NSMigrationManager`, and public mapping models.
///
/// ```swift
/// // The authors that the author of the older book has become.
/// let authors = ModelExpression.methodCall(
///     .variable(MappingSelector.manager), selector: MappingSelector.destinationsOfMapping,
///     [.constant(.string("AuthorToAuthor")), .keyPath(ModelKeyPath([.key("author")]), of: .variable("source"))])
/// ```
public enum MappingSelector {
    /// The objects that the mapping with a name has created from other objects.
    public static let destinationsOfMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    /// The objects that the destinations of a relationship have become, by any mapping.
    public static let destinationsOfRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
    /// The fetch of the older objects of an entity.
    public static let sourceFetch = "fetchRequestForSourceEntityNamed:predicateString:"
    /// The predicate of all objects.
    public static let allObjects = "TRUEPREDICATE"
    /// The variable for the migration manager.
    public static let manager = "manager"
    /// The variable for the older object.
    public static let source = "source"
}

extension ModelExpression {
    /// The value at a key path of the source object.
    package static func ofSource(_ path: ModelKeyPath) -> ModelExpression {
        .keyPath(path, of: .variable(MappingSelector.source))
    }

    /// The fetch of the older objects of an entity that a predicate is true for.
    package static func sourceFetch(of entityName: String, where predicate: String) -> ModelExpression {
        .methodCall(
            .variable(MappingSelector.manager), selector: MappingSelector.sourceFetch,
            [.constant(.string(entityName)), .constant(.string(predicate))])
    }

    /// The objects that the objects at a path of the older object have become.
    package static func destinations(
        _ selector: String, _ name: String, _ path: ModelKeyPath
    ) -> ModelExpression {
        .methodCall(
            .variable(MappingSelector.manager), selector: selector, [.constant(.string(name)), .ofSource(path)])
    }
}
