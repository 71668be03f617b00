import Foundation
import NIOCore
import StoreStudio
import StoreTestSupport
import TestSupport
import Testing

@testable import modelgen_studio

/// What strangers on this machine can do to the server, and that none of it disturbs the page.
@Suite(.serialized) struct LimitTests {
    private let library: Library
    private let studio: StudioProcess

    init() throws {
        library = try Library(.json)
        studio = try StudioProcess([library.url.path(percentEncoded: false)])
    }

    /// What the server answers to text, after which it closes the connection.
    private func lastResponse(to text: String) throws -> LoopbackConnection.Response {
        let connection = try LoopbackConnection(port: studio.port)
        try connection.send(text)
        let response = try connection.response()
        #expect(response.headers["connection"] == "close")
        #expect(try connection.isClosed())
        return response
    }

    /// The time of the server's processor, in seconds.
    private func expectLittleWork(_ work: () throws -> Void) rethrows {
        let before = studio.processorSeconds
        try work()
        // A line of 128 KB alone took 20 s once.
        #expect(studio.processorSeconds - before < 3)
    }

    private static func text(_ length: Int) -> String { String(repeating: "a", count: length) }

    // MARK: Heads

    @Test(
        "An address that is too long is refused before its end is there",
        arguments: [9 << 10, 128 << 10, 5 << 20], [true, false])
    func addresses(length: Int, isComplete: Bool) throws {
        try expectLittleWork {
            let head = "GET /?token=\(Self.text(length))" + (isComplete ? " HTTP/1.1\r\nHost: x\r\n\r\n" : "")
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(head)
            if !isComplete, length < 16 << 10 { try connection.send(Self.text(8 << 10)) }
            let response = try connection.response()
            #expect(response.status == 414)
            #expect(response.message == "The limit for an address is 8 KB.")
            #expect(response.headers["referrer-policy"] == "no-referrer")
            #expect(try connection.isClosed())
        }
    }

    @Test("The longest address and the longest headers are read")
    func maximumHeads() throws {
        #expect(try studio.response("GET", "/?x=" + Self.text((8 << 10) - 4)).status == 403)
        #expect(try studio.response("GET", "/?x=" + Self.text((8 << 10) - 3)).status == 414)
        let long = studio.authorization.merging(["X-Long": Self.text(60 << 10)]) { $1 }
        #expect(try studio.response("POST", "/api/state", headers: long, body: "{}").status == 200)
        let many = Dictionary(uniqueKeysWithValues: (0..<97).map { ("X-\($0)", "1") })
        let headers = studio.authorization.merging(many) { $1 }
        #expect(try studio.response("POST", "/api/state", headers: headers, body: "{}").status == 200)
    }

    @Test("Headers that are too long or too many are refused before their end is there", arguments: [true, false])
    func headers(isComplete: Bool) throws {
        let end = isComplete ? "\r\n\r\n" : ""
        let start = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n"
        for (name, headers) in [
            ("one of 128 KB", "X: " + Self.text(128 << 10)), ("one of 5 MB", "X: " + Self.text(5 << 20)),
            ("a name of 5 MB", Self.text(5 << 20)),
            ("many", (0..<20_000).map { "X-\($0): 1" }.joined(separator: "\r\n")),
            ("folded lines", "X: 1" + String(repeating: "\r\n 1", count: 40_000)),
        ] {
            try expectLittleWork {
                let response = try lastResponse(to: start + headers + end)
                // A parser may find something else wrong with some of them first.
                #expect(
                    name == "folded lines" ? [400, 431].contains(response.status) : response.status == 431, "\(name)")
            }
        }
        let response = try lastResponse(to: start + (0..<101).map { "X-\($0): 1\r\n" }.joined() + "\r\n")
        #expect(response.status == 431)
        #expect(response.message == "The limit for the headers of a request is 64 KB, and 100 of them.")
    }

    @Test(
        "What is no request is refused, and the connection closed",
        arguments: [
            "nonsense\r\n\r\n", "\u{16}\u{03}\u{01}\u{02}\u{00}\r\n", "GET /\r\n\r\n", "GET / HTTP/3.0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n",
            "GET / HTTP/1.1\r\n: x\r\n\r\n", "POST /api/state HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "POST /api/state HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "POST /api/state HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
            "POST /api/state HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        ])
    func malformed(_ text: String) throws {
        let response = try lastResponse(to: text)
        #expect(response.status == 400)
        #expect(response.message == "The request cannot be read.")
    }

    @Test("Random bytes never stop the server")
    func randomBytes() throws {
        var generator = SplitMix.seeded()
        let pieces = [
            "GET ", "POST ", "/", "/api/state", " HTTP/1.1", "\r\n", "\n", "\r", "Host: 127.0.0.1:\(studio.port)", ":",
            "Content-Length: 5", "Transfer-Encoding: chunked", "Connection: Upgrade", "Upgrade: h2c", "\r\n\r\n", "0",
            "5\r\nhello\r\n", "ffffffffffffffffff\r\n", ";", "\u{0}", "é", " ", "Expect: 100-continue", "CONNECT a:1",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "Authorization: Bearer \(studio.token)", "HTTP/1.0",
        ]
        for _ in 0..<400 {
            let count = Int.random(in: 1...14, using: &generator)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(text)
        }
        #expect(try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").status == 200)
    }

    // MARK: Bodies

    @Test("A body that is too long is refused by its length alone, and a stranger's body is not read at all")
    func declaredBodies() throws {
        func status(_ path: String, _ length: Int, _ headers: [String: String]) throws -> Int {
            let length = ["Content-Length": "\(length)"]
            return try lastResponse(to: studio.request("POST", path, headers: headers.merging(length) { $1 })).status
        }
        #expect(try status("/api/state", 5 << 20, studio.authorization) == 413)
        #expect(try status("/api/data-change?id=x&key=y", (256 << 20) + 1, studio.authorization) == 413)
        #expect(try status("/api/state", 5 << 20, [:]) == 403)
        #expect(try status("/api/state", 5 << 20, studio.authorization.merging(["Host": "evil.example"]) { $1 }) == 403)
        #expect(try status("/api/state", 1, [:]) == 403)
        #expect(try status("/?token=\(studio.token)", 5 << 20, [:]) == 405)
        // A client that sends it nevertheless gets the response.
        let connection = try LoopbackConnection(port: studio.port)
        let length = ["Content-Length": "\(5 << 20)"]
        try connection.send(studio.request("POST", "/api/state", headers: length) + Self.text(5 << 20))
        #expect(try connection.response().status == 403)
        #expect(try connection.isClosed())
    }

    @Test("A body in chunks is counted while it arrives, with its framing")
    func chunkedBodies() throws {
        let chunked = studio.authorization.merging(["Transfer-Encoding": "chunked"]) { $1 }
        func head(_ path: String) -> String {
            studio.request("GET", path, headers: chunked).replacing("GET", with: "POST")
        }
        let short = try LoopbackConnection(port: studio.port)
        try short.send(head("/api/state") + "1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
        #expect(try short.response().status == 200)
        try short.send(studio.question)
        #expect(try short.response().status == 200)
        for (name, body) in [
            ("large chunks", String(repeating: "100000\r\n\(Self.text(1 << 20))\r\n", count: 6)),
            ("one chunk", "fffffff\r\n\(Self.text(6 << 20))"),
            ("small chunks", String(repeating: "1\r\na\r\n", count: 1 << 20)),
            ("extensions", "1;\(Self.text(6 << 20))"),
            ("trailers", "0\r\n" + String(repeating: "X: \(Self.text(1 << 10))\r\n", count: 1_000)),
        ] {
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(head("/api/state") + body)
            #expect(try connection.response().status == (name == "trailers" ? 431 : 413), "\(name)")
            #expect(try connection.isClosed())
        }
        for body in ["x\r\n", "1\r\nab\r\n", "-1\r\n"] {
            #expect(try lastResponse(to: head("/api/state") + body).status == 400, "\(body)")
        }
        // Two lengths would let a body contain a request.
        let both = "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"
        #expect(try lastResponse(to: "POST /api/state HTTP/1.1\r\n\(both)\r\n0\r\n\r\n").status == 400)
    }

    @Test("A file for binary data can be much longer than a question")
    func files() throws {
        let id = try #require(
            try studio.response(
                "POST", "/api/rows", headers: studio.authorization,
                body: #"{"question": {"entity": "Novel", "condition": "", "order": []}}"#
            ).text.firstMatch(of: /x-coredata:[^"]+/)?.output)
        let query = try #require(String(id).addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let connection = try LoopbackConnection(port: studio.port)
        try connection.send(
            studio.request(
                "POST", "/api/data-change?id=\(query)&key=cover", headers: studio.authorization,
                body: Self.text(20 << 20)))
        #expect(try connection.response().status == 200)
        try connection.send(
            studio.request(
                "POST", "/api/data", headers: studio.authorization, body: #"{"id": "\#(id)", "key": "cover"}"#))
        #expect(try connection.response().body.count == 20 << 20)
    }

    // MARK: Connections

    @Test("Requests that are sent at once are answered in their order")
    func pipelining() throws {
        let connection = try LoopbackConnection(port: studio.port)
        let strangers = studio.request("GET", "/")
        try connection.send(String(repeating: studio.question + strangers, count: 500))
        for _ in 0..<500 {
            #expect(try connection.response().status == 200)
            #expect(try connection.response().status == 403)
        }
        // What cannot be read ends the connection, after the response to what can.
        try connection.send(studio.question + "nonsense\r\n\r\n" + studio.question)
        #expect(try connection.response().status == 200)
        _ = try? connection.response()
        #expect(try connection.isClosed())
    }

    @Test("Older clients, expectations, and other methods get what HTTP says")
    func variants() throws {
        #expect(try studio.response("HEAD", "/").status == 405)
        #expect(try studio.response("OPTIONS", "/api/state").status == 405)
        let old = try LoopbackConnection(port: studio.port)
        try old.send(studio.question.replacing("HTTP/1.1", with: "HTTP/1.0"))
        #expect(try old.response().status == 200)
        #expect(try old.isClosed())
        let expecting = try LoopbackConnection(port: studio.port)
        let parts = studio.request(
            "POST", "/api/state", headers: studio.authorization.merging(["Expect": "100-continue"]) { $1 }, body: "{}")
        try expecting.send(String(parts.dropLast(2)))
        #expect(try expecting.response().status == 100)
        try expecting.send("{}")
        #expect(try expecting.response().status == 200)
        let upgrading = try LoopbackConnection(port: studio.port)
        let upgrade = studio.authorization.merging(["Connection": "Upgrade", "Upgrade": "h2c"]) { $1 }
        try upgrading.send(studio.request("POST", "/api/state", headers: upgrade, body: "{}"))
        #expect(try upgrading.response().status == 200)
        #expect(try upgrading.isClosed())
        for (name, other) in [("Host", "127.0.0.1:\(studio.port)"), ("Authorization", "Bearer \(studio.token)")] {
            let twice = studio.question.replacing("\r\n\r\n", with: "\r\n\(name): \(other)\r\n\r\n")
            #expect(try lastResponse(to: twice).status == 403, "\(name)")
        }
    }

    @Test("While 800 connections are half open and 800 send a byte now and then, the page is answered")
    func floods() throws {
        StudioServer.allowDescriptors()
        let page = try LoopbackConnection(port: studio.port)
        try page.send(studio.question)
        #expect(try page.response().status == 200)
        for dribbles in [false, true] {
            var strangers: [LoopbackConnection] = []
            for _ in 0..<800 { strangers.append(try LoopbackConnection(port: studio.port)) }
            if dribbles {
                for stranger in strangers { try stranger.send("GET / HT") }
            }
            var milliseconds: [Double] = []
            for round in 0..<21 {
                if dribbles {
                    for stranger in strangers.dropFirst(round).enumerated() where stranger.offset % 21 == 0 {
                        try stranger.element.send("T")
                    }
                }
                // By a new connection, and by the one that was there before.
                let start = ContinuousClock.now
                #expect(
                    try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").status == 200)
                try page.send(studio.question)
                #expect(try page.response().status == 200)
                milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
            }
            // The median, since other programs take the machine at times.
            #expect(milliseconds.sorted()[10] < 100, "\(milliseconds)")
        }
    }

    @Test("Strangers take one another's place, and none of those that have shown the token")
    func strangersExcludeStrangers() async throws {
        var limits = ServerLimits()
        limits.strangerCount = 3
        limits.pageConnectionCount = 2
        let studio = try await LimitedStudio(library.session(isReadOnly: true), limits)
        let page = try LoopbackConnection(port: studio.port)
        try page.send(studio.question)
        #expect(try page.response().status == 200)
        let strangers = try (0..<5).map { _ in
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(studio.request("GET", "/"))
            #expect(try connection.response().status == 403)
            return connection
        }
        for (index, stranger) in strangers.enumerated() {
            if index < 2 {
                #expect(try stranger.isClosed())
            } else {
                try stranger.send(studio.request("GET", "/"))
                #expect(try stranger.response().status == 403)
            }
        }
        try page.send(studio.question)
        #expect(try page.response().status == 200)
        // The cookie alone admits nobody: servers of other ports get it too.
        let document = try studio.response("GET", "/?token=\(studio.token)")
        let cookie = try #require(document.headers["set-cookie"]?.prefix { $0 != ";" })
        let withCookie = try (0..<4).map { _ in
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(studio.request("GET", "/", headers: ["Cookie": String(cookie)]))
            #expect(try connection.response().status == 200)
            return connection
        }
        #expect(try withCookie[0].isClosed())
        try page.send(studio.question)
        #expect(try page.response().status == 200)
        // Tabs that were closed without saying so do not exclude new ones.
        let others = try (0..<2).map { _ in
            let connection = try LoopbackConnection(port: studio.port)
            try connection.send(studio.question)
            #expect(try connection.response().status == 200)
            return connection
        }
        #expect(try page.isClosed())
        try others[0].send(studio.question)
        #expect(try others[0].response().status == 200)
    }

    // MARK: Time and memory

    @Test("What does not arrive or is not taken in time ends the connection")
    func slowness() async throws {
        var limits = ServerLimits()
        limits.headTime = .milliseconds(300)
        limits.transferTime = .milliseconds(400)
        limits.idleTime = .milliseconds(500)
        let studio = try await LimitedStudio(library.session(isReadOnly: true), limits)
        let silent = try LoopbackConnection(port: studio.port)
        #expect(try silent.isClosed())
        // Bytes now and then do not help. The pauses together are longer than the limit, which is what this tests.
        let slow = try LoopbackConnection(port: studio.port)
        for character in "GET / HTTP/1.1\r\nHost".prefix(12) {
            try slow.send(String(character))
            try await Task.sleep(for: .milliseconds(40))
        }
        #expect(try slow.response().status == 408)
        #expect(try slow.isClosed())
        let halfBody = try LoopbackConnection(port: studio.port)
        try halfBody.send(String(studio.question.dropLast(1)))
        let timeout = try halfBody.response()
        #expect(timeout.status == 408)
        #expect(timeout.message == "The request did not arrive in time.")
        #expect(try halfBody.isClosed())
        let idle = try LoopbackConnection(port: studio.port)
        try idle.send(studio.question)
        #expect(try idle.response().status == 200)
        #expect(try idle.isClosed())
    }

    @Test("Responses that nobody reads take no more memory than one, and end")
    func slowReaders() async throws {
        var limits = ServerLimits()
        limits.transferTime = .milliseconds(400)
        // For one response, and what the other requests need.
        limits.heldLength = (30 << 20) + 100_000
        let library = try Library(.sqlite)
        let session = try library.session()
        let studio = try await LimitedStudio(session, limits)
        let id = try #require(
            try studio.response(
                "POST", "/api/rows", headers: studio.authorization,
                body: #"{"question": {"entity": "Novel", "condition": "", "order": []}}"#
            ).text.firstMatch(of: /x-coredata:[^"]+/)?.output)
        _ = try await session.setData(Data(count: 30 << 20), forKey: "cover", of: String(id))
        let data = studio.request(
            "POST", "/api/data", headers: studio.authorization, body: #"{"id": "\#(id)", "key": "cover"}"#)
        let reader = try LoopbackConnection(port: studio.port)
        try reader.send(String(repeating: data, count: 20))
        try reader.waitForBytes()
        #expect(try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").status == 200)
        // A body for which there is room after the end of the response.
        let long = "{}" + String(repeating: " ", count: 200_000)
        let hasEnded = try eventually {
            try studio.response("POST", "/api/state", headers: studio.authorization, body: long).status == 200
        }
        #expect(hasEnded)
        #expect(throws: LoopbackConnection.ConnectionError.self) {
            for _ in 0..<20 { _ = try reader.response() }
        }
    }

    @Test("Bodies that would take too much memory together are refused")
    func memory() async throws {
        var limits = ServerLimits()
        limits.heldLength = 100_000
        let studio = try await LimitedStudio(library.session(isReadOnly: true), limits)
        let long = studio.request(
            "POST", "/api/state", headers: studio.authorization, body: "{}" + String(repeating: " ", count: 70_000))
        let rest = String(repeating: " ", count: 10)
        var waiting: LoopbackConnection?
        let isRefused = try eventually {
            let first = try LoopbackConnection(port: studio.port)
            waiting = first
            try first.send(String(long.dropLast(10)))
            // The server reads from all connections in turn.
            #expect(try studio.response("POST", "/api/state", headers: studio.authorization, body: "{}").status == 200)
            let second = try LoopbackConnection(port: studio.port)
            try second.send(long)
            guard try second.response().status == 503 else {
                // The first one has not arrived as a whole before the second one, which takes its place.
                try first.send(rest)
                _ = try first.response()
                return false
            }
            #expect(try second.isClosed())
            return true
        }
        #expect(isRefused)
        let first = try #require(waiting)
        try first.send(rest)
        #expect(try first.response().status == 200)
        // What was held is free again.
        for _ in 0..<5 {
            let next = try LoopbackConnection(port: studio.port)
            try next.send(long)
            #expect(try next.response().status == 200)
        }
    }
}
