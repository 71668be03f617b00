public import ModelExpressions
public import ModelSchema

/// The way from one version of a model to another: which entities continue which, and the expressions that compute the
/// values of their properties.
///
/// ```swift
/// let oldTitle = ModelExpression.keyPath(ModelKeyPath([.key("title")]), of: .variable(MappingSelector.source))
/// let mappings = MappingModel(entities: [
///     MappingModel.EntityMapping(
///         name: "BookToBook", sourceName: "Book", destinationName: "Book", kind: .transformed,
///         attributes: [MappingModel.PropertyMapping(name: "name", value: oldTitle)])
/// ])
/// ```
public struct MappingModel: Sendable, Hashable {
    /// The mappings of entities, in the order in which a migration uses them.
    public var entities: [EntityMapping]

    /// Creates a mapping model.
    public init(entities: [EntityMapping] = []) { self.entities = entities }

    /// Returns the mapping of entities with a name.
    public func entity(named name: String) -> EntityMapping? { entities.first { $0.name == name } }
}

extension MappingModel {
    /// What becomes of the objects of an entity. The raw values are those of `NSEntityMappingType`.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
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
        public var sourceName: String?
        /// The entity of the newer version; nil for an entity that no longer exists.
        public var destinationName: String?
        /// The hash of the older entity at the time when the mapping was compiled.
        public var sourceHash: CoreDataVersionHash?
        /// The hash of the newer entity at the time when the mapping was compiled.
        public var destinationHash: CoreDataVersionHash?
        /// What becomes of the objects.
        public var kind: Kind
        /// The class of the program that computes the objects.
        public var policyClassName: String?
        /// The predicate of the older objects that the mapping applies to; nil for all of them.
        public var sourcePredicate: String?
        /// The mappings of attributes, sorted by name.
        public var attributes: [PropertyMapping]
        /// The mappings of relationships, sorted by name.
        public var relationships: [PropertyMapping]

        /// Creates the mapping of an entity.
        public init(
            name: String, sourceName: String?, destinationName: String?, sourceHash: CoreDataVersionHash? = nil,
            destinationHash: CoreDataVersionHash? = nil, kind: Kind = .undefined, policyClassName: String? = nil,
            sourcePredicate: String? = nil, attributes: [PropertyMapping] = [],
            relationships: [PropertyMapping] = []
        ) {
            self.name = name
            self.sourceName = sourceName
            self.destinationName = destinationName
            self.sourceHash = sourceHash
            self.destinationHash = destinationHash
            self.kind = kind
            self.policyClassName = policyClassName
            self.sourcePredicate = sourcePredicate
            self.attributes = attributes
            self.relationships = relationships
        }
    }

    /// The mapping of a property of the newer version.
    public struct PropertyMapping: Sendable, Hashable {
        /// The name of the property.
        public var name: String
        /// The expression that computes the value, with the variables `$source` and `$manager`; nil if the value is the
        /// default, or comes from a class of the program.
        public var value: ModelExpression?

        /// Creates the mapping of a property.
        public init(name: String, value: ModelExpression?) {
            self.name = name
            self.value = value
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
