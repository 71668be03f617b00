import PostgreSQLTestSupport
import TestSupport
import Testing

/// Two processes on one database.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct NoticeBoardTests {
    @Test("Each of two processes reads all notices of the other")
    func noticesOfTwoProcesses() throws {
        let server = try #require(TestServer.shared)
        let outcome = try BuiltProduct("noticeboard").run(server.connection, "--count", "4")
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let lines = outcome.output.split(separator: "\n").map(String.init).sorted()
        let expected = [("Anna", "Ben"), ("Ben", "Anna")].flatMap { reader, author in
            (1...4).map { "\(reader) reads: \(author), notice \($0)" }
        }
        #expect(lines == expected)
        #expect(try server.run("SELECT COUNT(*) FROM noticeboard.notice") == "8")
    }
}
