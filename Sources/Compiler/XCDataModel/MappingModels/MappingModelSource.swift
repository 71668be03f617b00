/// A mapping model as an editor saves it, before the two versions of the model complete it.
///
/// ```swift
/// let start = MappingModelSource.Position(line: 1, column: 1)
/// let source = MappingModelSource(
///     sourcePath: "Library.xcdatamodeld/Library.xcdatamodel",
///     destinationPath: "Library.xcdatamodeld/Library 2.xcdatamodel",
///     entityMappings: [
///         MappingModelSource.EntityMapping(
///             number: 1, sourceEntityName: "Book", destinationEntityName: "Book", position: start)
///     ])
/// ```
public struct MappingModelSource: Sendable, Hashable {
    /// A place in the file, from 1.
    public struct Position: Sendable, Hashable {
        /// The line.
        public var line: Int
        /// The column, in Unicode scalars.
        public var column: Int

        /// Creates a place.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// The mapping of an entity.
    public struct EntityMapping: Sendable, Hashable {
        /// The name; nil for the usual one.
        public var name: String?
        /// The place among the mappings.
        public var number: Int
        /// The entity of the older version.
        public var sourceEntityName: String?
        /// The entity of the newer version.
        public var destinationEntityName: String?
        /// The class of the program that computes the objects.
        public var entityMigrationPolicyClassName: String?
        /// The mappings of attributes, in the order of the file.
        public var attributeMappings: [PropertyMapping] = []
        /// The mappings of relationships, in the order of the file.
        public var relationshipMappings: [PropertyMapping] = []
        /// The settings in the file that have no known meaning.
        public var unknownSettings: [String] = []
        /// The place in the file.
        public var position: Position

        /// Creates the mapping of an entity.
        public init(
            name: String? = nil, number: Int, sourceEntityName: String?, destinationEntityName: String?,
            entityMigrationPolicyClassName: String? = nil, position: Position
        ) {
            self.name = name
            self.number = number
            self.sourceEntityName = sourceEntityName
            self.destinationEntityName = destinationEntityName
            self.entityMigrationPolicyClassName = entityMigrationPolicyClassName
            self.position = position
        }
    }

    /// The mapping of a property.
    public struct PropertyMapping: Sendable, Hashable {
        /// The property of the newer version.
        public var name: String
        /// For a relationship, the path from the older object; nil for that of the same name.
        public var sourceKeyPath: String?
        /// For a relationship, the mapping that creates its destinations; nil for that of its entity.
        public var sourceMappingName: String?
        /// The archive of the expression; nil for the usual one.
        public var expressionArchive: [UInt8]?
        /// The settings in the file that have no known meaning.
        public var unknownSettings: [String] = []
        /// The place in the file.
        public var position: Position

        /// Creates the mapping of a property.
        public init(
            name: String, sourceKeyPath: String? = nil, sourceMappingName: String? = nil,
            expressionArchive: [UInt8]? = nil, position: Position
        ) {
            self.name = name
            self.sourceKeyPath = sourceKeyPath
            self.sourceMappingName = sourceMappingName
            self.expressionArchive = expressionArchive
            self.position = position
        }
    }

    /// The path of the older version, from the folder of the project.
    public var sourcePath: String?
    /// The path of the newer version, from the folder of the project.
    public var destinationPath: String?
    /// The place of ``sourcePath`` in the file, or of the mapping model if it names no older version.
    public var sourcePathPosition: Position
    /// The place of ``destinationPath`` in the file, or of the mapping model if it names no newer version.
    public var destinationPathPosition: Position
    /// The mappings, in the order of their numbers.
    public var entityMappings: [EntityMapping]

    /// Creates a mapping model. By default, its paths have the place of the beginning of a file.
    public init(
        sourcePath: String?, destinationPath: String?, entityMappings: [EntityMapping],
        sourcePathPosition: Position = Position(line: 1, column: 1),
        destinationPathPosition: Position = Position(line: 1, column: 1)
    ) {
        self.sourcePath = sourcePath
        self.destinationPath = destinationPath
        self.entityMappings = entityMappings
        self.sourcePathPosition = sourcePathPosition
        self.destinationPathPosition = destinationPathPosition
    }
}
