import Foundation
import NIOHTTP1

/// Access control: only pages of this server under its own name may send requests, and answers require the token.
///
/// Loopback excludes other machines. `Host` excludes pages whose name was made to resolve to this machine, `Origin` and
/// `Sec-Fetch-Site` exclude those of other servers in the same browser, and the token excludes other users of this
/// machine.
struct AccessCheck: Sendable {
    /// What somebody who may use this run of the program knows.
    struct Secrets: Sendable {
        /// The token: 256 bits, new for each run. The printed address contains it, and then the memory of one tab.
        let token = Secrets.random()
        /// What a cookie contains after the address was opened, so that the page can be loaded again without the
        /// token in its address. Cookies reach all servers of this machine, so it leads to no answer.
        let ticket = Secrets.random()

        /// Text that nobody can guess.
        private static func random() -> String {
            var generator = SystemRandomNumberGenerator()
            return (0..<4).map { _ in
                let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
    }

    private let secrets: Secrets
    /// The valid names of this server.
    private let hosts: Set<String>
    private let cookieName: String

    init(port: Int, secrets: Secrets) {
        self.secrets = secrets
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        // Servers of all ports share cookies.
        cookieName = "modelgen-studio-\(port)"
    }

    /// Whether a request comes from a page of this server, or from a typed address.
    ///
    /// - Parameter isForDocument: Whether the token in the address decides instead of the referring site, because the
    ///   file that opens the browser is also of another site.
    func isOwn(_ request: HTTPRequestHead, isForDocument: Bool) -> Bool {
        guard let host = request.headers.only("Host")?.lowercased(), hosts.contains(host) else { return false }
        if request.headers.contains(name: "Origin"), request.headers.only("Origin")?.lowercased() != "http://\(host)" {
            return false
        }
        guard !isForDocument, request.headers.contains(name: "Sec-Fetch-Site") else { return true }
        return ["same-origin", "none"].contains(request.headers.only("Sec-Fetch-Site"))
    }

    /// Whether the address of a request contains the token.
    func hasToken(in address: RequestAddress) -> Bool { Self.equals(address["token"], secrets.token) }

    /// Whether a request for an answer has the token in its header.
    func hasToken(_ request: HTTPRequestHead) -> Bool {
        guard let value = request.headers.only("Authorization"), value.hasPrefix("Bearer ") else { return false }
        return Self.equals(String(value.dropFirst("Bearer ".count)), secrets.token)
    }

    /// Whether a request for a file of the page comes from a browser that has opened the address.
    func hasTicket(_ request: HTTPRequestHead) -> Bool {
        request.headers["Cookie"].flatMap { $0.split(separator: ";") }.contains { cookie in
            let parts = cookie.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 && parts[0] == cookieName && Self.equals(parts[1], secrets.ticket)
        }
    }

    /// The cookie for a browser that has opened the address.
    var cookie: String { "\(cookieName)=\(secrets.ticket); Path=/; HttpOnly; SameSite=Strict" }

    /// Takes the same time for every wrong text.
    private static func equals(_ text: String?, _ wanted: String) -> Bool {
        guard let text else { return false }
        let (given, wanted) = (Array(text.utf8), Array(wanted.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPHeaders {
    /// The value of a header that occurs once; nil otherwise, because of several, each reader could choose another.
    func only(_ name: String) -> String? {
        let values = self[name]
        return values.count == 1 ? values[0] : nil
    }
}
