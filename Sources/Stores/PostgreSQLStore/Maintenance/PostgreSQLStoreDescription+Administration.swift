public import Foundation
public import ObjectGraph
public import StoreMigration

extension PostgreSQLStoreDescription: TableNaming {
    public static var systemName: String { "PostgreSQL" }

    public static var argumentForm: String {
        "a database: postgresql://…, with ?schema=NAME unless the schema is the first in the search path"
    }

    public static var namePatterns: [String] { ["postgresql://"] }

    /// Describes the store at an address, `postgresql://…` or `postgres://…`, whose parameter `schema` names the
    /// schema, with two connections.
    ///
    /// Nil for anything else.
    public init?(argument: String) {
        // Schemes are not case-sensitive, but libpq knows only those in lowercase.
        guard let scheme = ["postgresql://", "postgres://"].first(where: argument.lowercased().hasPrefix) else {
            return nil
        }
        let argument = scheme + argument.dropFirst(scheme.count)
        let parts = argument.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parameters = parts.count > 1 ? parts[1].split(separator: "&") : []
        let schema = parameters.last { $0.hasPrefix(Self.schemaParameter) }
            .map { String($0.dropFirst(Self.schemaParameter.count)) }
        let rest = parameters.filter { !$0.hasPrefix(Self.schemaParameter) }
        self.init(
            connectionString: rest.isEmpty ? String(parts[0]) : "\(parts[0])?\(rest.joined(separator: "&"))",
            options: PostgreSQLStoreOptions(
                // A name with a percent sign that encodes nothing must not become no name.
                schemaName: schema.map { $0.removingPercentEncoding ?? $0 }, maximumConnectionCount: 2))
    }

    private static let schemaParameter = "schema="

    public var displayName: String {
        options.schemaName.map { "the store in the schema '\($0)'" } ?? "the store in the default schema"
    }

    public var isReadOnly: Bool {
        get { options.isReadOnly }
        set { options.isReadOnly = newValue }
    }

    public var lockTimeoutMilliseconds: Int? {
        get { options.lockTimeoutMilliseconds }
        set { options.lockTimeoutMilliseconds = newValue }
    }

    public func exists() throws -> Bool {
        try PostgreSQLStore.exists(connectionString: connectionString, options: options)
    }

    public func storedModel() throws -> (model: ManagedObjectModel, unreadableParts: [String]) {
        (try PostgreSQLStore.model(connectionString: connectionString, options: options), [])
    }

    public func check(model: ManagedObjectModel) throws -> [StoreFinding] {
        try PostgreSQLStore.check(connectionString: connectionString, model: model, options: options)
    }

    public func migrate(
        to model: ManagedObjectModel, migration: MigrationOptions, isDryRun: Bool
    ) throws -> MigrationReport {
        try PostgreSQLStore.migrate(
            connectionString: connectionString, to: model, migration: migration, options: options, isDryRun: isDryRun)
    }

    /// Refuses, because a server has a program for that.
    public func backUp(to target: URL, model: @autoclosure () throws -> ManagedObjectModel) throws {
        throw StoreError(.unsupported, location: displayName, "the store is in a database; copy it with pg_dump")
    }

    public func create<Result>(_ fill: (Self) throws -> Result) throws -> Result {
        var new = self
        let creation = UUID()
        new.options.creation = creation
        do {
            let result = try fill(new)
            try PostgreSQLStore.complete(creation, connectionString: connectionString, options: options)
            return result
        } catch {
            // The first error matters more than one of the cleanup.
            try? PostgreSQLStore.discard(creation, connectionString: connectionString, options: options)
            throw error
        }
    }

    public func destroy() throws { try PostgreSQLStore.destroy(connectionString: connectionString, options: options) }

    public var schemaName: String? { options.schemaName }

    public var usesModelNames: Bool {
        get { options.naming == .model }
        set { options.naming = newValue ? .model : .snakeCase }
    }

    public static func schema(of model: ManagedObjectModel) -> String? { schema(of: model, usesModelNames: false) }

    public static func schema(of model: ManagedObjectModel, usesModelNames: Bool) -> String {
        PostgreSQLStore.schema(
            of: model, options: PostgreSQLStoreOptions(naming: usesModelNames ? .model : .snakeCase))
    }
}
