import Foundation
import StoreTestSupport
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

    private var authorization: [String: String] { studio.authorization }

    /// The cookie of a browser that has opened the address.
    private func cookie() throws -> [String: String] {
        let line = try #require(try studio.response("GET", "/?token=\(studio.token)").headers["set-cookie"])
        return ["Cookie": String(line.prefix { $0 != ";" })]
    }

    private func overview(_ headers: [String: String]) throws -> Int {
        try studio.response("POST", "/api/overview", headers: headers, body: "{}").status
    }

    @Test("Only requests with the token are answered")
    func requestsNeedTheToken() throws {
        #expect(studio.token.count == 64)
        #expect(try studio.response("GET", "/?token=\(studio.token)").status == 200)
        #expect(try studio.response("GET", "/").status == 403)
        #expect(try studio.response("GET", "/?token=\(studio.token)x").status == 403)
        #expect(try overview(authorization) == 200)
        #expect(try overview([:]) == 403)
        #expect(try overview(["Authorization": "Bearer \(String(studio.token.reversed()))"]) == 403)
        #expect(try studio.response("POST", "/api/overview?token=\(studio.token)").status == 403)
        #expect(try studio.response("GET", "/api/overview", headers: authorization).status == 405)
    }

    @Test("The page can be loaded again without the token in its address, and nobody else gets any of it")
    func whoHasOpenedTheAddressGetsThePage() throws {
        let document = try studio.response("GET", "/?token=\(studio.token)")
        let line = try #require(document.headers["set-cookie"])
        let ticket = try #require(
            line.wholeMatch(of: /modelgen-studio-(\d+)=(\w{64}); Path=\/; HttpOnly; SameSite=Strict/))
        #expect(Int(ticket.1) == studio.port)
        // Servers of other ports get the cookie too, so it must not lead to objects.
        #expect(ticket.2 != studio.token)
        #expect(try overview(cookie()) == 403)
        #expect(try overview(["Authorization": "Bearer \(ticket.2)"]) == 403)
        for path in ["/", "/index.html", "/studio.js", "/studio.css", "/diagram.css"] {
            #expect(try studio.response("GET", path, headers: cookie()).status == 200, "\(path)")
            #expect(try studio.response("GET", path).status == 403, "\(path)")
            let wrong = ["Cookie": "modelgen-studio-\(studio.port)=\(String(ticket.2.reversed()))"]
            #expect(try studio.response("GET", path, headers: wrong).status == 403, "\(path)")
        }
        let others = ["Cookie": "theme=dark; \(try cookie()["Cookie"] ?? ""); other=1"]
        #expect(try studio.response("GET", "/", headers: others).status == 200)
        #expect(try studio.response("GET", "/", headers: cookie()).headers["set-cookie"] == nil)
        #expect(try studio.response("GET", "/unknown.js").status == 403)
        #expect(try studio.response("GET", "/unknown.js", headers: cookie()).status == 404)
    }

    @Test("Requests with another host or origin are refused")
    func otherOrigins() throws {
        for host in ["evil.example:\(studio.port)", "127.0.0.1:1", "127.0.0.1"] {
            let given = authorization.merging(["Host": host]) { $1 }
            #expect(try overview(given) == 403, "Host: \(host)")
        }
        for origin in ["http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1:\(studio.port)", "null"] {
            let given = authorization.merging(["Origin": origin]) { $1 }
            #expect(try overview(given) == 403, "Origin: \(origin)")
        }
        for site in ["cross-site", "same-site"] {
            let given = authorization.merging(["Sec-Fetch-Site": site]) { $1 }
            #expect(try overview(given) == 403, "Sec-Fetch-Site: \(site)")
        }
        // The file that opens the browser leads to the page from another site.
        let document = try studio.response(
            "GET", "/?token=\(studio.token)", headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(document.status == 200)
        #expect(try studio.response("GET", "/?token=0", headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
        let own = authorization.merging(["Origin": "http://127.0.0.1:\(studio.port)", "Sec-Fetch-Site": "same-origin"])
        { $1 }
        #expect(try overview(own) == 200)
    }

    @Test("The page cannot load external resources or be framed")
    func contentSecurityPolicy() throws {
        let page = try studio.response("GET", "/?token=\(studio.token)")
        let policy = try #require(page.headers["content-security-policy"])
        // The hashes are those of the model's page, which the page shows in a frame.
        let hash = "'sha256-[A-Za-z0-9+/=]{44}'"
        #expect(
            try Regex(
                "default-src 'none'; script-src 'self' \(hash); style-src 'self' \(hash); img-src 'self' blob: data:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            ).wholeMatch(in: policy) != nil)
        #expect(page.headers["access-control-allow-origin"] == nil)
        #expect(page.headers["x-content-type-options"] == "nosniff")
        #expect(page.headers["referrer-policy"] == "no-referrer")
        #expect(page.headers["cache-control"] == "no-store")
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(text.firstMatch(of: /(?:src|href)="(?:https?:)?\/\//) == nil)
    }

    @Test("The page and its resources are small")
    func thePageIsLight() throws {
        let cookie = try cookie()
        var total = 0
        for path in [
            "/?token=\(studio.token)", "/diagram.css", "/studio.css", "/dom.js", "/source.js", "/values.js",
            "/columns.js", "/table.js", "/condition.js", "/dialogs.js", "/importing.js", "/inspector.js", "/menu.js",
            "/studio.js",
        ] {
            let response = try studio.response("GET", path, headers: cookie)
            #expect(response.status == 200, "\(path)")
            total += response.body.count
        }
        #expect(total <= 300_000)
    }

    @Test("Invalid requests are refused")
    func whatCannotBeReadIsRefused() throws {
        for body in ["{", "[]", #"{"question": 1}"#, #"{"question": {"entity": "Nothing"}}"#] {
            let response = try studio.response("POST", "/api/rows", headers: authorization, body: body)
            #expect(response.status == 400, "\(body)")
            let answer = try JSONDecoder().decode([String: String].self, from: Data(response.body))
            #expect(Set(answer.keys) == ["message"])
        }
        #expect(try studio.response("POST", "/api/nothing", headers: authorization, body: "{}").status == 404)
        let cookie = try cookie()
        for path in ["/../Package.swift", "/%2e%2e/Package.swift", "//studio.js", "/studio.js/"] {
            #expect(try studio.response("GET", path, headers: cookie).status == 404, "\(path)")
        }
    }

    @Test("A file replaces only the data that its page has shown")
    func shownData() throws {
        func ask(_ path: String, _ body: String) throws -> LoopbackConnection.Response {
            try studio.response("POST", "/api/\(path)", headers: authorization, body: body)
        }
        let found = try ask("rows", #"{"question": {"entity": "Novel"}}"#).text
        let id = String(try #require(found.firstMatch(of: /x-coredata:[^"]+/)?.output))
        let query = try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        func send(_ file: String, after head: String) throws -> (status: Int, answer: [String: Any]) {
            let path = "data-change?id=\(query)&key=cover&head=\(head.utf8.count)"
            let response = try ask(path, head + file)
            let answer = try JSONSerialization.jsonObject(with: response.body)
            return (response.status, try #require(answer as? [String: Any]))
        }
        let first = try send("one", after: "")
        #expect(first.status == 200)
        let cell = try #require(first.answer["cell"])
        let head = String(decoding: try JSONSerialization.data(withJSONObject: cell), as: UTF8.self)
        #expect(try send("two", after: head).status == 200)
        // Null is a value, too.
        for stale in [head, "null"] {
            let refused = try send("three", after: stale)
            #expect(refused.status == 400 && refused.answer["present"] != nil, "\(stale)")
        }
        #expect(try send("three", after: "{").status == 400)
        #expect(try ask("data", #"{"id": "\#(id)", "key": "cover"}"#).text == "two")
    }

    @Test("A port in use and a missing store are errors")
    func failures() throws {
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

    @Test(
        "Only the address is printed; requests are reported on request, without the token and without control characters"
    )
    func whatIsPrinted() throws {
        for isVerbose in [false, true] {
            let studio = try StudioProcess(
                [library.url.path(percentEncoded: false), "--read-only"] + (isVerbose ? ["--verbose"] : []),
                keepsOutput: true)
            #expect(try studio.response("GET", "/?token=\(studio.token)").status == 200)
            #expect(try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").status == 200)
            #expect(try studio.response("GET", "/%1B[31m\u{9B}31m?token=\(studio.token)").status >= 400)
            let (output, errors) = studio.printed()
            #expect(output == "\(studio.address)\n")
            guard isVerbose else {
                #expect(errors == "")
                continue
            }
            #expect(errors.contains("modelgen: GET / 200 ") && errors.contains("modelgen: POST /api/state 200 "))
            #expect(!errors.contains(studio.token))
            #expect(!errors.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }

    @Test("A read-only JSON store that cannot be followed any more is reported, until it can be followed again")
    func filesThatCannotBeFollowed() throws {
        let (library, other) = (try Library(.json), try Library(.json))
        let studio = try StudioProcess([library.url.path(percentEncoded: false), "--read-only"])
        func state() throws -> String {
            try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").text
        }
        let contents = try Data(contentsOf: library.url)
        for replacement in [Data("no store".utf8), try Data(contentsOf: other.url)] {
            try replacement.write(to: library.url, options: .atomic)
            #expect(try eventually(within: .seconds(600)) { try state().contains("cannot be followed any more") })
            try contents.write(to: library.url, options: .atomic)
            #expect(try eventually(within: .seconds(600)) { try !state().contains("trouble") })
        }
    }

    @Test("A name with control characters does not reach the terminal raw")
    func controlCharactersInErrors() throws {
        let name = "a\u{1B}]0;owned\u{7}\u{202E}.json"
        try library.folder.write("no store", to: name)
        let outcome = try BuiltProduct("modelgen-studio").run(library.folder.path(name), "--no-open")
        #expect(outcome.exitCode != 0 && outcome.errorOutput.contains("a·]0;owned··.json"))
        #expect(
            !outcome.errorOutput.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E })
    }

    @Test("A question is canceled on request, and when its connection is closed; the next one does not wait for it")
    func cancellation() throws {
        let library = try Library(.sqlite, bookCount: 20_000)
        let studio = try StudioProcess([library.url.path(percentEncoded: false), "--read-only"])
        func ask(_ path: String, _ body: String) throws -> LoopbackConnection.Response {
            try studio.response("POST", "/api/\(path)", headers: studio.authorization, body: body)
        }
        let question = #""question": {"entity": "Book"}, "key": "title""#
        let clock = ContinuousClock()
        let whole = try clock.measure { _ = try ask("statistics", "{\(question)}") }
        /// How long the next question takes after one was begun, and something was done then.
        func time(_ name: String, _ work: (LoopbackConnection) throws -> Void) throws -> Duration {
            try clock.measure {
                var connection: LoopbackConnection? = try LoopbackConnection(port: studio.port)
                let body = #"{\#(question), "work": "\#(name)"}"#
                try connection?.send(
                    studio.request("POST", "/api/statistics", headers: studio.authorization, body: body))
                // The server has read the question when it answers one that was sent later.
                #expect(try ask("progress", #"{"work": "\#(name)"}"#).status == 200)
                if let connection { try work(connection) }
                connection = nil
                #expect(try ask("count", #"{"question": {"entity": "Shelf"}}"#).status == 200)
            }
        }
        let canceled = try time("a") { connection in
            // Until it has begun, there is nothing to cancel.
            let isAnswered = try eventually {
                let cancellation = try ask("cancel", #"{"work": "a"}"#)
                #expect(cancellation.status == 200)
                return connection.hasBytes
            }
            #expect(isAnswered)
            let response = try connection.response()
            #expect(response.status == 400 && response.message == "The request was canceled.")
        }
        #expect(canceled < whole / 2)
        let closed = try time("b") { _ in }
        #expect(closed < whole / 2)
        // Names of others, and ones that are too long, do no harm.
        #expect(try ask("cancel", #"{"work": "unknown"}"#).status == 200)
        #expect(try ask("cancel", "{}").status == 400)
        let long = String(repeating: "x", count: 10_000)
        #expect(try ask("count", #"{"question": {"entity": "Book"}, "work": "\#(long)"}"#).status == 200)
    }
}
