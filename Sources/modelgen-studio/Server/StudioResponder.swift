import FlyingFox
import Foundation
import ObjectGraph
import StoreStudio

/// Answers requests for the files of the page, and the questions of pages.
struct StudioResponder: Sendable {
    let session: StudioSession
    let access: AccessCheck

    /// The maximum size of a request, which contains the bytes of a file, or typed text.
    private static let greatestBody = 256 << 20

    /// The content security policy of the page: nothing from elsewhere, nothing inline.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    func response(to request: HTTPRequest) async -> HTTPResponse {
        var response = await plainResponse(to: request)
        for (name, value) in [
            ("Content-Security-Policy", Self.policy), ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ] {
            response.headers[HTTPHeader(name)] = value
        }
        return response
    }

    private func plainResponse(to request: HTTPRequest) async -> HTTPResponse {
        let isForDocument = request.path == "/" || request.path == "/index.html"
        guard access.isOwn(request, isForDocument: isForDocument) else {
            return Self.refusal(.forbidden, "This server responds only to its own pages.")
        }
        if isForDocument {
            guard request.method == .GET else { return Self.refusal(.methodNotAllowed, "Use GET.") }
            guard access.hasTokenInAddress(request) else {
                return Self.refusal(
                    .forbidden,
                    "The token in the address is missing or belongs to an earlier run. Use the address that the program "
                        + "printed last.")
            }
            return Self.file(named: "index.html")
        }
        guard request.path.hasPrefix("/api/") else {
            guard request.method == .GET else { return Self.refusal(.methodNotAllowed, "Use GET.") }
            return Self.file(named: String(request.path.dropFirst()))
        }
        guard request.method == .POST else { return Self.refusal(.methodNotAllowed, "Use POST.") }
        guard access.hasToken(request) else {
            return Self.refusal(.forbidden, "The studio was started again; open the address that it printed last.")
        }
        do {
            let length = request.headers[.contentLength].flatMap(Int.init) ?? 0
            guard length <= Self.greatestBody else {
                return Self.refusal(.payloadTooLarge, "The limit for one request is \(Self.greatestBody >> 20) MB.")
            }
            let body = try await request.bodyData
            if request.path == "/api/data-change" { return try await changeOfData(to: body, request) }
            return try await answer(to: String(request.path.dropFirst("/api/".count)), body)
        } catch let error as StudioError {
            return Self.refusal(.badRequest, error.description, key: error.key, column: error.column)
        } catch let error as DecodingError {
            return Self.refusal(.badRequest, "The request cannot be read: \(error)")
        } catch {
            return Self.refusal(.badRequest, "\(error)")
        }
    }

    private static func file(named name: String) -> HTTPResponse {
        guard let file = StudioPage.files.first(where: { $0.name == name }) else {
            return refusal(.notFound, "Unknown file '\(name)'.")
        }
        return HTTPResponse(statusCode: .ok, headers: [.contentType: file.mediaType], body: file.contents)
    }

    // MARK: Questions

    /// The parameters of questions, of which each uses some.
    private struct Body: Decodable {
        var question: Question?
        var columns: [String]?
        var offset: Int?
        var limit: Int?
        var id: String?
        var ids: [String]?
        var key: String?
        var measure: String?
        var before: Int?
        var relationship: String?
        var isCSV: Bool?
        var change: StudioChange?

        func required<Value>(_ value: Value?, _ name: String) throws -> Value {
            guard let value else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(name)' is missing"))
            }
            return value
        }

        func asked() throws -> Question { try required(question, "question") }
        func named() throws -> String { try required(id, "id") }
    }

    private func answer(to path: String, _ data: Data) async throws -> HTTPResponse {
        let body = try JSONDecoder().decode(Body.self, from: data.isEmpty ? Data("{}".utf8) : data)
        switch path {
        case "overview": return try Self.json(await session.overview())
        case "counts": return try Self.json(await session.counts())
        case "state": return try Self.json(await session.state())
        case "count": return try Self.json(await session.count(body.asked()))
        case "rows":
            return try Self.json(
                await session.rows(
                    body.asked(), columns: body.columns ?? [], offset: body.offset ?? 0, limit: body.limit ?? 100))
        case "object": return try Self.json(await session.object(named: body.named()))
        case "members":
            return try Self.json(
                await session.members(
                    of: body.named(), relationship: body.required(body.relationship, "relationship"),
                    offset: body.offset ?? 0, limit: body.limit ?? 100))
        case "statistics":
            return try Self.json(await session.statistics(body.asked(), key: body.required(body.key, "key")))
        case "groups":
            return try Self.json(
                await session.groups(
                    body.asked(), by: body.required(body.key, "key"), measure: body.measure,
                    limit: body.limit ?? StudioSession.greatestCount))
        case "history": return try Self.json(await session.history(of: body.named(), before: body.before))
        case "texts": return try Self.json(await session.texts(body.asked()))
        case "pending": return try Self.json(await session.pending())
        case "deletion": return try Self.json(await session.deletion(of: body.required(body.ids, "ids")))
        case "change": return try Self.json(await session.change(body.required(body.change, "change")))
        case "diagram":
            // As text, because displayed as a document, it would have an origin.
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                body: Data(await session.diagram().utf8))
        case "data":
            let data = try await session.data(of: body.named(), key: body.required(body.key, "key"))
            return HTTPResponse(
                statusCode: .ok,
                headers: [.contentType: "application/octet-stream", HTTPHeader("Content-Disposition"): "attachment"],
                body: data)
        case "export":
            let text = try await session.export(body.asked(), columns: body.columns ?? [], asCSV: body.isCSV ?? false)
            return HTTPResponse(
                statusCode: .ok, headers: [.contentType: "application/octet-stream"], body: Data(text.utf8))
        default: return Self.refusal(.notFound, "Unknown request '\(path)'.")
        }
    }

    /// Sets the data that the address of a request specifies to the bytes of the request.
    private func changeOfData(to body: Data, _ request: HTTPRequest) async throws -> HTTPResponse {
        func parameter(_ name: String) throws -> String {
            guard let value = request.query.first(where: { $0.name == name })?.value else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(name)' is missing"))
            }
            return value
        }
        return try Self.json(await session.setData(body, forKey: parameter("key"), of: parameter("id")))
    }

    private static func json(_ answer: some Encodable) throws -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: "application/json"], body: try encoder.encode(answer))
    }

    private struct RefusalBody: Encodable {
        var message: String
        var key: String?
        var column: Int?
    }

    private static func refusal(
        _ status: HTTPStatusCode, _ message: String, key: String? = nil, column: Int? = nil
    ) -> HTTPResponse {
        let body = (try? JSONEncoder().encode(RefusalBody(message: message, key: key, column: column))) ?? Data()
        return HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: body)
    }
}
