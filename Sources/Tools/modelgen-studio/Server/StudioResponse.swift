import Foundation
import NIOHTTP1
import StoreStudio

/// A response of the server.
struct StudioResponse: Sendable {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: Data

    /// The headers of every response. The content security policy allows nothing from elsewhere, and nothing inline
    /// except the style and the script of the model's page, whose frame inherits the policy.
    private static let protection: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self' \(StudioPage.frameHashes.script); "
                + "style-src 'self' \(StudioPage.frameHashes.style); img-src 'self' blob: data:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-store"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    init(_ mediaType: String, _ body: Data, status: HTTPResponseStatus = .ok) {
        self.status = status
        self.body = body
        headers = HTTPHeaders(
            Self.protection + [("Content-Type", mediaType), ("Content-Length", String(body.count))])
    }

    /// A response in JSON.
    static func json(_ answer: some Encodable, _ status: HTTPResponseStatus = .ok) throws -> StudioResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return StudioResponse("application/json", try encoder.encode(answer), status: status)
    }

    private struct Refusal: Encodable {
        var message: String
        /// The affected property.
        var key: String?
        /// The place in the condition, in characters from 1.
        var column: Int?
        var present: Cell?
        var step: Int?
        /// Whether the page must show again what it asks for; nil if not.
        var isOutdated: Bool?
    }

    /// A response that says why there is no other.
    static func refusal(_ status: HTTPResponseStatus, _ message: String) -> StudioResponse {
        refusal(status, Refusal(message: message))
    }

    /// A response that says why a request of a page cannot be fulfilled.
    static func refusal(_ error: StudioError) -> StudioResponse {
        refusal(
            .badRequest,
            Refusal(
                message: error.description, key: error.key, column: error.column, present: error.present,
                step: error.step, isOutdated: error.isOutdated ? true : nil))
    }

    private static func refusal(_ status: HTTPResponseStatus, _ refusal: Refusal) -> StudioResponse {
        (try? json(refusal, status))
            ?? StudioResponse("text/plain; charset=utf-8", Data(refusal.message.utf8), status: status)
    }
}
