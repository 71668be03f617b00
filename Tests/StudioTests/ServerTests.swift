import Foundation
import TestSupport
import Testing

/// Who gets answers from the server, and who does not.
@Suite struct ServerTests {
    private let library: Library
    private let studio: StudioProcess

    init() throws {
        library = try Library(.json)
        studio = try StudioProcess([library.url.path(percentEncoded: false)])
    }

    private var authorization: [String: String] { ["Authorization": "Bearer \(studio.token)"] }

    private func overview(_ headers: [String: String]) async throws -> Int {
        try await studio.response("POST", "/api/overview", headers: headers, body: "{}").status
    }

    @Test func onlyWhoKnowsTheTokenGetsAnAnswer() async throws {
        #expect(studio.token.count == 64)
        #expect(try await studio.response("GET", "/?token=\(studio.token)").status == 200)
        #expect(try await studio.response("GET", "/").status == 403)
        #expect(try await studio.response("GET", "/?token=\(studio.token)x").status == 403)
        #expect(try await overview(authorization) == 200)
        #expect(try await overview([:]) == 403)
        #expect(try await overview(["Authorization": "Bearer \(String(studio.token.reversed()))"]) == 403)
        #expect(try await studio.response("POST", "/api/overview?token=\(studio.token)").status == 403)
        #expect(try await studio.response("GET", "/api/overview", headers: authorization).status == 405)
    }

    @Test func otherNamesForThisMachineAndOtherPagesAreRefused() async throws {
        for host in ["evil.example:\(studio.port)", "127.0.0.1:1", "127.0.0.1"] {
            let given = authorization.merging(["Host": host]) { $1 }
            #expect(try await overview(given) == 403, "Host: \(host)")
        }
        for origin in ["http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1:\(studio.port)", "null"] {
            let given = authorization.merging(["Origin": origin]) { $1 }
            #expect(try await overview(given) == 403, "Origin: \(origin)")
        }
        for site in ["cross-site", "same-site"] {
            let given = authorization.merging(["Sec-Fetch-Site": site]) { $1 }
            #expect(try await overview(given) == 403, "Sec-Fetch-Site: \(site)")
        }
        // The file that opens the browser leads to the page from another site.
        let document = try await studio.response(
            "GET", "/?token=\(studio.token)", headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(document.status == 200)
        #expect(try await studio.response("GET", "/?token=0", headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
        let own = authorization.merging(["Origin": "http://127.0.0.1:\(studio.port)", "Sec-Fetch-Site": "same-origin"])
        { $1 }
        #expect(try await overview(own) == 200)
    }

    @Test func thePageMayLoadNothingFromElsewhereAndBeFramedByNobody() async throws {
        let page = try await studio.response("GET", "/?token=\(studio.token)")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(
            policy == """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
                base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                """)
        #expect(page.headers["access-control-allow-origin"] == nil)
        #expect(page.headers["x-content-type-options"] == "nosniff")
        #expect(page.headers["referrer-policy"] == "no-referrer")
        #expect(page.headers["cache-control"] == "no-store")
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(text.firstMatch(of: /(?:src|href)="(?:https?:)?\/\//) == nil)
    }

    @Test func thePageIsLight() async throws {
        var total = 0
        for path in [
            "/?token=\(studio.token)", "/diagram.css", "/studio.css", "/dom.js", "/source.js", "/values.js",
            "/table.js",
            "/condition.js", "/dialogs.js", "/inspector.js", "/studio.js",
        ] {
            let response = try await studio.response("GET", path)
            #expect(response.status == 200, "\(path)")
            total += response.body.count
        }
        #expect(total <= 300_000)
    }

    @Test func whatCannotBeReadIsRefused() async throws {
        for body in ["{", "[]", #"{"question": 1}"#, #"{"question": {"entity": "Nothing"}}"#] {
            let response = try await studio.response("POST", "/api/rows", headers: authorization, body: body)
            #expect(response.status == 400, "\(body)")
            let answer = try JSONDecoder().decode([String: String].self, from: Data(response.body))
            #expect(Set(answer.keys) == ["message"])
        }
        #expect(try await studio.response("POST", "/api/nothing", headers: authorization, body: "{}").status == 404)
        #expect(try await studio.response("GET", "/../Package.swift").status == 404)
        #expect(try await studio.response("GET", "/%2e%2e/Package.swift").status == 404)
    }

    @Test func aPortThatIsTakenAndAStoreThatIsNotThereAreSaid() throws {
        let program = BuiltProduct("modelgen-studio")
        let store = library.url.path(percentEncoded: false)
        let taken = try program.run(store, "--no-open", "--read-only", "--port", "\(studio.port)")
        #expect(taken.exitCode == 74)
        #expect(
            taken.errorOutput
                == "modelgen: error: cannot listen on port \(studio.port): it is in use or reserved\n")
        let missing = try program.run(library.folder.path("Nothing.json"), "--no-open")
        #expect(missing.exitCode == 74)
        #expect(missing.errorOutput.hasPrefix("modelgen: error: "))
        try library.folder.write("no store", to: "Broken.json")
        let broken = try program.run(library.folder.path("Broken.json"), "--no-open")
        #expect(broken.exitCode != 0 && broken.errorOutput.hasPrefix("modelgen: error: "))
    }
}
