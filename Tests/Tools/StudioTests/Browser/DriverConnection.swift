import Foundation

/// Asks a server on this machine, one request to a connection.
///
/// Foundation's client refuses what ChromeDriver answers: headers without a space after the colon.
struct DriverConnection {
    var port: UInt16

    /// - Returns: The body of the answer.
    func ask(_ method: String, _ path: String, _ body: Data) throws -> Data {
        // Some commands take as long as a page needs to load.
        let connection = try LoopbackConnection(port: Int(port), seconds: 300)
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        try connection.send(Data(head.utf8) + body)
        return try connection.response().body
    }
}
