import PostgreSQLStore
import PostgreSQLTestSupport
import StoreConformance
import Testing

@Test(
    "The PostgreSQL store passes the conformance rules",
    .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"),
    arguments: StoreConformance.casesForShortLivedViews, [false, true])
func thePostgreSQLStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
    let server = try #require(TestServer.shared)
    let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
    try rule.check(sharesCoordinator: sharesCoordinator) {
        .postgreSQL(connectionString: server.connection, options: options)
    }
}
