import Foundation
import StoreStudio

@testable import modelgen_studio

/// A server, and what can be asked of it.
protocol RunningStudio {
    /// What it printed.
    var address: URL { get }
}

extension RunningStudio {
    var port: Int { address.port ?? 0 }
    var token: String { address.query()?.replacing("token=", with: "") ?? "" }

    /// The header that a question needs.
    var authorization: [String: String] { ["Authorization": "Bearer \(token)"] }

    /// The text of a request, with the headers that every client sends.
    ///
    /// - Parameters:
    ///   - method: Such as `POST`.
    ///   - path: With what follows a question mark.
    ///   - headers: In addition, or in place of those.
    func request(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = ""
    ) -> String {
        var all = ["Host": "127.0.0.1:\(port)"]
        if method == "POST" { all["Content-Length"] = "\(body.utf8.count)" }
        let lines = all.merging(headers) { $1 }.map { "\($0): \($1)\r\n" }.sorted()
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body)"
    }

    /// What the server answers on a connection of its own.
    func response(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = ""
    ) throws -> LoopbackConnection.Response {
        let connection = try LoopbackConnection(port: port)
        try connection.send(request(method, path, headers: headers, body: body))
        return try connection.response(hasBody: method != "HEAD")
    }

    /// The text of a question that any store answers.
    var question: String { request("POST", "/api/state", headers: authorization, body: "{}") }
}

/// A server in this process, with limits of its own.
final class LimitedStudio: RunningStudio {
    let address: URL
    private let task: Task<Void, any Error>

    init(_ session: StudioSession, _ limits: ServerLimits) async throws {
        let server = StudioServer(session, limits: limits)
        guard let address = URL(string: try await server.start(port: 0)) else { throw StudioProcess.StoppedError() }
        self.address = address
        task = Task { try await server.run() }
    }

    deinit { task.cancel() }
}
