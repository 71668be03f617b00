import Foundation
import TestSupport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `modelgen-studio`, as a user runs it.
final class StudioProcess {
    private let process = Process()
    /// The address that it printed.
    let address: URL

    /// Starts it, and waits for its address.
    ///
    /// - Parameter program: Its file; that beside the tests when it is left out.
    init(_ arguments: [String], program: URL? = nil) throws {
        process.executableURL = program ?? BuiltProduct("modelgen-studio").url
        process.arguments = arguments + ["--no-open"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.standardError
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let more = output.fileHandleForReading.readAvailable()
            guard !more.isEmpty else { throw Stopped() }
            text += String(decoding: more, as: UTF8.self)
        }
        guard let address = URL(string: String(text.prefix { $0 != "\n" })) else { throw Stopped() }
        self.address = address
    }

    deinit { stop() }

    struct Stopped: Error {}

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    var port: Int { address.port ?? 0 }
    var token: String { address.query()?.replacing("token=", with: "") ?? "" }

    /// What the server answers.
    ///
    /// - Parameters:
    ///   - method: Such as `POST`.
    ///   - path: With what follows a question mark.
    ///   - headers: In place of those that a browser sends; `Host` among them.
    func response(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = ""
    ) async throws -> (status: Int, headers: [String: String], body: Data) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw Stopped() }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data(body.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = response as? HTTPURLResponse
        var named: [String: String] = [:]
        for (name, value) in answer?.allHeaderFields ?? [:] { named["\(name)".lowercased()] = "\(value)" }
        return (answer?.statusCode ?? 0, named, data)
    }
}
