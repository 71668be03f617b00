import CPostgreSQL

/// Where a database is, as libpq takes it, and what messages say of it: nothing that is secret.
struct DatabasePlace: Sendable {
    /// A connection string, which may hold a password: it is handed to libpq and to nobody else.
    let connection: String
    /// The schema that the store's tables are in.
    var schemaName: String?
    /// What messages call the place: the database, the host and the schema, as far as the connection string says them.
    var description: String

    /// - Throws: ``PostgreSQLStoreError`` where libpq cannot read the connection string.
    init(connection: String, schemaName: String?) throws(PostgreSQLStoreError) {
        self.connection = connection
        self.schemaName = schemaName
        guard !connection.utf8.contains(0), let options = PQconninfoParse(connection, nil) else {
            // What libpq says of it may repeat the password.
            throw PostgreSQLStoreError(
                .connectionString, place: "PostgreSQL",
                "the connection string cannot be read; write 'postgresql://user@host:port/database' or "
                    + "'host=… dbname=…', and leave the password to ~/.pgpass or PGPASSWORD")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        var words: [String] = []
        if let service = values["service"] { words.append("service '\(service)'") }
        if let name = values["dbname"] { words.append("database '\(name)'") }
        if let host = values["host"] ?? values["hostaddr"] { words.append("on '\(host)'") }
        if let port = values["port"] { words.append("port \(port)") }
        if let schemaName { words.append("schema '\(schemaName)'") }
        description = words.isEmpty ? "PostgreSQL" : words.joined(separator: " ")
    }
}
