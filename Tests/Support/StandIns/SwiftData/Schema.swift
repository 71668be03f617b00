// Declarations of SwiftData, from the declarations in Apple's documentation, as far as generated code uses them. Only
// the compiler sees them: nothing is ever called.

public import Foundation

func standIn() -> Never { preconditionFailure("a stand-in is never called") }

/// What stands in for the macro `Model`: its conformance.
public protocol PersistentModel: AnyObject, Hashable, Identifiable, SendableMetatype {
    var modelContext: ModelContext? { get }
}

extension PersistentModel {
    public var persistentModelID: PersistentIdentifier { standIn() }
    public var modelContext: ModelContext? { standIn() }
    public var hasChanges: Bool { standIn() }
    public var isDeleted: Bool { standIn() }
    public static func == (left: Self, right: Self) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PersistentModel where ID == PersistentIdentifier {
    public var id: PersistentIdentifier { standIn() }
}

public struct PersistentIdentifier: Hashable, Sendable {}

public final class ModelContext {}

public final class Schema: Sendable {
    public struct Version: Hashable, Sendable {
        public init(_ major: Int, _ minor: Int, _ patch: Int) {}
    }

    public class Attribute {
        public struct Option: Hashable, Sendable {
            public static var allowsCloudEncryption: Option { standIn() }
            public static var externalStorage: Option { standIn() }
            public static var preserveValueOnDeletion: Option { standIn() }
            public static var spotlight: Option { standIn() }
            public static var unique: Option { standIn() }
            public static func transformable(by transformerName: String) -> Option { standIn() }
        }

        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {}
    }

    public final class Relationship {
        public struct Option: Hashable, Sendable {}

        public enum DeleteRule: Hashable, Sendable {
            case noAction, nullify, cascade, deny
        }

        public init(
            _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {}
    }

    public final class Unique<T: PersistentModel> {
        public init(_ constraints: [PartialKeyPath<T>]...) {}
    }

    public final class Index<T: PersistentModel> {
        public enum Types<P: PersistentModel> {
            case binary([PartialKeyPath<P>])
            case rtree([PartialKeyPath<P>])
        }

        public init(_ indices: [PartialKeyPath<T>]...) {}
        public init(_ indices: Types<T>...) {}
    }

    public init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {}
    public convenience init(versionedSchema: any VersionedSchema.Type) { self.init([]) }
}

public protocol VersionedSchema: SendableMetatype {
    static var models: [any PersistentModel.Type] { get }
    static var versionIdentifier: Schema.Version { get }
}

public protocol SchemaMigrationPlan: SendableMetatype {
    static var schemas: [any VersionedSchema.Type] { get }
    static var stages: [MigrationStage] { get }
}

public enum MigrationStage: Sendable {
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?, didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}

public struct ModelConfiguration {
    public struct CloudKitDatabase {
        public static var automatic: CloudKitDatabase { standIn() }
        public static var none: CloudKitDatabase { standIn() }
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase { standIn() }
    }

    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {}
}

public class ModelContainer {
    public convenience init(
        for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws { standIn() }
}
