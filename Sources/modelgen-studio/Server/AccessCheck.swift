import FlyingFox

/// Access control: only pages of this server under its own name may send requests, and answers require the token.
///
/// Loopback excludes other machines. `Host` excludes pages whose name was made to resolve to this machine, `Origin` and
/// `Sec-Fetch-Site` exclude those of other servers in the same browser, and the token excludes other users of this
/// machine.
struct AccessCheck: Sendable {
    /// The token: 256 bits, new for each run.
    let token: String
    /// The valid names of this server.
    private let hosts: Set<String>

    init(port: UInt16, token: String) {
        self.token = token
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    }

    /// A token that nobody can guess.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a request comes from a page of this server, or from a typed address.
    ///
    /// - Parameter isForDocument: Whether the token in the address decides instead of the referring site, because the
    ///   file that opens the browser is also of another site.
    func isOwn(_ request: HTTPRequest, isForDocument: Bool) -> Bool {
        guard let host = request.headers[.host], hosts.contains(host.lowercased()) else { return false }
        if let origin = request.headers[HTTPHeader("Origin")], origin.lowercased() != "http://\(host.lowercased())" {
            return false
        }
        guard !isForDocument, let site = request.headers[HTTPHeader("Sec-Fetch-Site")] else { return true }
        return ["same-origin", "none"].contains(site)
    }

    /// Whether a request for the document has the token in its address.
    func hasTokenInAddress(_ request: HTTPRequest) -> Bool {
        request.query.first { $0.name == "token" }.map { isToken($0.value) } ?? false
    }

    /// Whether a request for an answer has the token in its header.
    func hasToken(_ request: HTTPRequest) -> Bool {
        guard let value = request.headers[.authorization], value.hasPrefix("Bearer ") else { return false }
        return isToken(String(value.dropFirst("Bearer ".count)))
    }

    /// Takes the same time for every wrong token.
    private func isToken(_ text: String) -> Bool {
        let (given, wanted) = (Array(text.utf8), Array(token.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
