import CPostgreSQL

/// Where a database is, as libpq takes it, and what messages say of it: nothing that is secret.
struct DatabasePlace: Sendable {
    /// A connection string, which may hold a password: it is handed to libpq and to nobody else.
    let connection: String
    /// What messages call the place: the database, the host and the schema, as far as the connection string says them.
    var description: String

    /// - Throws: ``PostgreSQLStoreError`` where libpq cannot read the connection string.
    init(connection: String, schemaName: String?) throws(PostgreSQLStoreError) {
        self.connection = connection
        guard !connection.utf8.contains(0), let options = PQconninfoParse(connection, nil) else {
            throw Self.unreadable
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        guard !Self.mayHoldPassword(values, isAddress: connection.contains("://")) else { throw Self.unreadable }
        var words: [String] = []
        if let service = values["service"] { words.append("service '\(service)'") }
        if let name = values["dbname"] { words.append("database '\(name)'") }
        if let host = values["host"] ?? values["hostaddr"] { words.append("on '\(host)'") }
        if let port = values["port"] { words.append("port \(port)") }
        if let schemaName { words.append("schema '\(schemaName)'") }
        description = words.isEmpty ? "PostgreSQL" : words.joined(separator: " ")
    }

    /// What libpq says of such a string may repeat the password.
    private static var unreadable: PostgreSQLStoreError {
        PostgreSQLStoreError(
            .connectionString, place: "PostgreSQL",
            "the connection string cannot be read; write 'postgresql://user@host:port/database' or "
                + "'host=… dbname=…', percent-encode '@' and '/' in a password, or leave it to ~/.pgpass or PGPASSWORD")
    }

    /// Whether a part of a password has been read as something else: the first '@' ends a password, and a '/' ends what comes before
    /// the database.
    private static func mayHoldPassword(_ values: [String: String], isAddress: Bool) -> Bool {
        let hasMark = ["host", "port", "dbname"].contains { name in
            values[name]?.utf8.contains(UInt8(ascii: "@")) ?? false
        }
        let isNoPort = values["port"]?.utf8.contains { byte in
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) && byte != UInt8(ascii: ",")
        }
        return isNoPort ?? false || isAddress && hasMark
    }

    /// What libpq is told: the connection string last, as what it says counts. Where it says nothing, a server that has gone is
    /// given up within a minute.
    var settings: [(keyword: String, value: String)] {
        [
            ("connect_timeout", "10"), ("tcp_user_timeout", "30000"), ("keepalives_idle", "30"),
            ("keepalives_interval", "10"), ("keepalives_count", "3"), ("dbname", connection),
            ("client_encoding", "UTF8"), ("fallback_application_name", "modelgen"),
        ]
    }
}
