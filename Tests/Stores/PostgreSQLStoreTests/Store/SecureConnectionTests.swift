import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Connections with TLS, as the connection string asks for it.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct SecureConnectionTests {
    private func open(_ connection: String) throws -> PostgreSQLStore {
        var options = PostgreSQLStoreOptions(schemaName: "tags")
        options.connectionTimeoutMilliseconds = 500
        return try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: options)
    }

    @Test("A TLS connection requires a certificate that the connection string accepts")
    func certificates() throws {
        let server = try TestServer(usesTLS: true)
        let connection = try #require(server.tlsConnection)
        func encryptedCount() throws -> String {
            try server.run("SELECT COUNT(*) > 0 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl")
        }
        #expect(try encryptedCount() == "f")
        let store = try open("\(connection) sslmode=verify-full sslrootcert=\(server.certificatePath)")
        #expect(try encryptedCount() == "t")
        #expect(try store.reserveNumbers(1, forRootEntityNamed: "Tag") == 1)

        // Another name than that of the certificate, another certificate, and no TLS.
        let other = try TestServer(usesTLS: true)
        for (connection, reason) in [
            (
                connection.replacing("host=localhost", with: "host=db.example.com")
                    + " sslmode=verify-full sslrootcert=\(server.certificatePath)",
                #"server certificate for "localhost" does not match host name "db.example.com""#
            ),
            (
                "\(connection) sslmode=verify-full sslrootcert=\(other.certificatePath)",
                "SSL error: certificate verify failed"
            ),
            (
                "\(connection) sslmode=disable",
                #"no pg_hba.conf entry for host "127.0.0.1", user "tests", database "postgres", no encryption"#
            ),
        ] {
            let error = #expect(throws: StoreError.self) { try open(connection) }
            #expect(error?.code == .connection)
            #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
        }
    }
}
