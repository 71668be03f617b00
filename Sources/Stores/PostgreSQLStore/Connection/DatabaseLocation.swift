import CPostgreSQL
import ObjectGraph

/// The location of a database for libpq, and its description for messages, which contains no secrets.
struct DatabaseLocation: Sendable {
    /// A connection string. It may contain a password, so only libpq receives it.
    let connectionString: String
    /// The keywords that the connection string specifies.
    private let given: Set<String>
    /// The name for messages: the database, host, and schema, as far as the connection string specifies them.
    var description: String

    /// - Throws: `StoreError` if libpq cannot read the connection string, if no store can be in the schema, or if the
    ///   server would shorten the name of the schema to that of another one.
    init(connectionString: String, schemaName: String?) throws(StoreError) {
        self.connectionString = connectionString
        guard !connectionString.utf8.contains(0), let options = PQconninfoParse(connectionString, nil) else {
            throw Self.unreadable(connectionString)
        }
        defer { PQconninfoFree(options) }
        let values = Self.values(options)
        guard !Self.mayHoldPassword(values, of: connectionString) else { throw Self.unreadable(connectionString) }
        given = Set(values.keys)
        var words: [String] = []
        if let service = values["service"] { words.append("service '\(service)'") }
        if let name = values["dbname"] { words.append("database '\(name)'") }
        if let host = values["host"] ?? values["hostaddr"] { words.append("on '\(host)'") }
        if let port = values["port"] { words.append("port \(port)") }
        if let schemaName { words.append("schema '\(schemaName)'") }
        description = words.isEmpty ? "PostgreSQL" : words.joined(separator: " ")
        guard schemaName != "" else {
            throw error(
                .invalidConnectionString,
                "the name of the schema is empty; specify a name, or leave the schema to the server")
        }
        if let schemaName, schemaName == "information_schema" || schemaName.hasPrefix("pg_") {
            throw error(
                .invalidConnectionString, "the schema '\(schemaName)' belongs to the server; specify another one")
        }
        if let byteCount = schemaName?.utf8.count, byteCount > SQLName.maximumByteCount {
            throw error(
                .unusableValue,
                "the name of the schema has \(byteCount) bytes, but a name can have \(SQLName.maximumByteCount)")
        }
    }

    func error(_ code: StoreError.Code, _ message: String) -> StoreError {
        StoreError(code, location: description, message)
    }

    /// The error of a process that has a store open which another one has migrated.
    func errorOfMigration(of model: ManagedObjectModel) -> StoreError {
        error(
            .modelMismatch,
            "the store has been migrated to another version of the model '\(model.name)' since it was opened; open it "
                + "again, with that version")
    }

    /// An error without libpq's message, which may repeat the password.
    ///
    /// It recommends the form that the connection string has, because commands know a database by its address alone.
    private static func unreadable(_ connectionString: String) -> StoreError {
        let remedy =
            connectionString.hasPrefix("postgresql://") || connectionString.hasPrefix("postgres://")
            ? "write 'postgresql://user@host:port/database', followed by '?' and parameters that libpq knows, "
                + "percent-encode '@' and '/' in a password, or leave it to ~/.pgpass or PGPASSWORD"
            : "write 'host=… dbname=…' with parameters that libpq knows, or an address, "
                + "'postgresql://user@host:port/database', and leave the password to ~/.pgpass or PGPASSWORD"
        return StoreError(
            .invalidConnectionString, location: "PostgreSQL", "the connection string cannot be read; \(remedy)")
    }

    /// Returns whether a part of a password may have been read as something else: the first '@' ends a password, and a
    /// '/' starts the name of the database. What is percent-encoded is meant as it is.
    private static func mayHoldPassword(_ values: [String: String], of connectionString: String) -> Bool {
        let hasMark = ["host", "port", "dbname"].contains { name in
            values[name]?.utf8.contains(UInt8(ascii: "@")) ?? false
        }
        let isNoPort = values["port"]?.utf8.contains { byte in
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: ",")
        }
        return isNoPort ?? false || hasMark && hasMarkAfterUser(connectionString)
    }

    /// Returns whether an address has an '@' that is not encoded between the user's part and the parameters.
    private static func hasMarkAfterUser(_ connectionString: String) -> Bool {
        guard let scheme = connectionString.firstRange(of: "://") else { return false }
        var rest = connectionString[scheme.upperBound...]
        if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
            rest = rest[rest.index(after: end)...]
        }
        return rest.prefix { $0 != "?" }.contains("@")
    }

    /// The settings for libpq. The connection string is last, so it overrides the others. By default, a lost server is
    /// detected within a minute; with a service, only if that service sets limits. ``ConnectionOpening`` limits the
    /// time to connect.
    var settings: [(keyword: String, value: String)] {
        limits + [("dbname", connectionString), ("client_encoding", "UTF8"), ("fallback_application_name", "modelgen")]
    }

    /// The time limits that are set nowhere else. For libpq, a value that is passed takes precedence over those of the
    /// environment and of a service.
    private var limits: [(keyword: String, value: String)] {
        // libpq tells what the service of the environment specifies, but not what this one does.
        guard !given.contains("service") else { return [] }
        let set = Self.valuesOfEnvironment
        return Self.defaultLimits.filter { set[$0.keyword] == nil }
    }

    private static let defaultLimits: [(keyword: String, value: String)] = [
        ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"),
    ]

    /// The values of parameters by environment variables, by the service that one of them names, and by libpq's
    /// defaults.
    private static var valuesOfEnvironment: [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        return values(options)
    }

    /// Returns the values of parameters that have one, by keyword.
    static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}
