import Foundation
import NIOHTTP1
import ObjectGraph
import StoreStudio

/// Answers requests for the files of the page, and the questions of pages.
struct StudioResponder: Sendable {
    let session: StudioSession
    let access: AccessCheck
    let limits: ServerLimits
    let works: StudioWorks

    /// What becomes of a request, by its head alone.
    enum Reception {
        /// A response without reading the body.
        case response(StudioResponse)
        /// The answer to a question, after reading a body of a length in bytes.
        case question(bodyLimit: Int)
    }

    /// Decides about a request before its body is read.
    ///
    /// - Returns: What becomes of the request, and whether it has shown the token.
    func reception(of request: HTTPRequestHead) -> (Reception, hasToken: Bool) {
        guard let address = RequestAddress(request.uri) else {
            return (.response(.refusal(.badRequest, "The address cannot be read.")), false)
        }
        let isForDocument = address.path == "/" || address.path == "/index.html"
        guard access.isOwn(request, isForDocument: isForDocument) else {
            return (.response(.refusal(.forbidden, "This server responds only to its own pages.")), false)
        }
        guard address.path.hasPrefix("/api/") else {
            return fileReception(of: request, isForDocument ? "index.html" : String(address.path.dropFirst()), address)
        }
        guard request.method == .POST else {
            return (.response(.refusal(.methodNotAllowed, "Use POST.")), false)
        }
        guard access.hasToken(request) else {
            let message = "The studio was started again; open the address that it printed last."
            return (.response(.refusal(.forbidden, message)), false)
        }
        let isFile = [Self.dataChangePath, Self.importPath].contains(address.path)
        return (.question(bodyLimit: isFile ? limits.fileLength : limits.questionLength), true)
    }

    /// Serves a file of the page: the document to who knows the token, and the rest to who was served the document.
    private func fileReception(
        of request: HTTPRequestHead, _ name: String, _ address: RequestAddress
    ) -> (Reception, hasToken: Bool) {
        guard request.method == .GET else { return (.response(.refusal(.methodNotAllowed, "Use GET.")), false) }
        let isFirst = name == "index.html" && access.hasToken(in: address)
        guard isFirst || access.hasTicket(request) else {
            let message =
                "The token in the address is missing or belongs to an earlier run. Use the address that the program "
                + "printed last."
            return (.response(.refusal(.forbidden, message)), false)
        }
        guard let file = StudioPage.files.first(where: { $0.name == name }) else {
            return (.response(.refusal(.notFound, "Unknown file '\(name)'.")), false)
        }
        var response = StudioResponse(file.mediaType, file.contents)
        if isFirst { response.headers.add(name: "Set-Cookie", value: access.cookie) }
        return (.response(response), isFirst)
    }

    private static let dataChangePath = "/api/data-change"
    private static let importPath = "/api/import"

    /// Answers a question whose head ``reception(of:)`` has approved.
    func answer(to request: HTTPRequestHead, _ body: Data) async -> StudioResponse {
        guard let address = RequestAddress(request.uri) else {
            return .refusal(.badRequest, "The address cannot be read.")
        }
        do {
            if address.path == Self.dataChangePath { return try await changeOfData(to: body, address) }
            if address.path == Self.importPath { return try await rowsImport(of: body) }
            return try await answer(to: String(address.path.dropFirst("/api/".count)), body)
        } catch let error as StudioError {
            return .refusal(error)
        } catch is CancellationError {
            return .refusal(.badRequest, "The request was canceled.")
        } catch let error as DecodingError {
            return .refusal(.badRequest, "The request cannot be read: \(error)")
        } catch {
            return .refusal(.badRequest, "\(error)")
        }
    }

    // MARK: Questions

    /// The parameters of questions, of which each uses some.
    private struct Body: Decodable {
        var question: StudioQuery?
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
        var isForSpreadsheets: Bool?
        var entity: String?
        /// The name that a page gives to a question which may take long, to ask for its progress and to cancel it.
        var work: String?
        var change: StudioChange?
        /// The name that a page gives to itself.
        var page: String?
        /// The step of another page that may be undone or redone.
        var step: Int?

        func required<Value>(_ value: Value?, _ name: String) throws -> Value {
            guard let value else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(name)' is missing"))
            }
            return value
        }

        func asked() throws -> StudioQuery { try required(question, "question") }
        func named() throws -> String { try required(id, "id") }
    }

    private func answer(to path: String, _ data: Data) async throws -> StudioResponse {
        let body = try JSONDecoder().decode(Body.self, from: data.isEmpty ? Data("{}".utf8) : data)
        switch path {
        case "progress": return try .json(works.progress(of: body.required(body.work, "work")))
        case "cancel":
            works.cancel(try body.required(body.work, "work"))
            return try .json([String: String]())
        case "change":
            let change = try body.required(body.change, "change")
            return try .json(await session.change(change, by: body.page, confirming: body.step))
        default: return try await works.run(body.work) { try await answer(to: path, body) }
        }
    }

    /// Answers a question that does not change the store, so it can be canceled.
    private func answer(to path: String, _ body: Body) async throws -> StudioResponse {
        switch path {
        case "overview": return try .json(await session.overview())
        case "counts": return try .json(await session.counts())
        case "state": return try .json(await session.state())
        case "count": return try .json(await session.count(body.asked()))
        case "rows":
            return try .json(
                await session.rows(
                    body.asked(), columns: body.columns ?? [], offset: body.offset ?? 0, limit: body.limit ?? 100))
        case "object": return try .json(await session.object(named: body.named()))
        case "members":
            return try .json(
                await session.members(
                    of: body.named(), relationship: body.required(body.relationship, "relationship"),
                    offset: body.offset ?? 0, limit: body.limit ?? 100))
        case "statistics":
            return try .json(await session.statistics(body.asked(), key: body.required(body.key, "key")))
        case "groups":
            return try .json(
                await session.groups(
                    body.asked(), by: body.required(body.key, "key"), measure: body.measure,
                    limit: body.limit ?? StudioSession.maximumCount))
        case "history": return try .json(await session.history(of: body.named(), before: body.before))
        case "texts": return try .json(await session.texts(body.asked()))
        case "pending": return try .json(await session.pending())
        case "deletion": return try .json(await session.deletion(of: body.required(body.ids, "ids")))
        case "label": return try .json(await session.label(body.required(body.entity, "entity"), by: body.key))
        case "diagram":
            // As text, because displayed as a document, it would have an origin.
            return StudioResponse("text/plain; charset=utf-8", Data(await session.diagram().utf8))
        case "data":
            let data = try await session.data(of: body.named(), key: body.required(body.key, "key"))
            var response = StudioResponse("application/octet-stream", data)
            response.headers.add(name: "Content-Disposition", value: "attachment")
            return response
        case "export":
            let text = try await session.export(
                body.asked(), columns: body.columns ?? [], ids: body.ids, asCSV: body.isCSV ?? false,
                isForSpreadsheets: body.isForSpreadsheets ?? false)
            return StudioResponse("application/octet-stream", Data(text.utf8))
        default: return .refusal(.notFound, "Unknown request '\(path)'.")
        }
    }

    /// Imports the rows after the first line of a body, which contains the parameters as JSON.
    private func rowsImport(of body: Data) async throws -> StudioResponse {
        let end = body.firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
        let parameters = try JSONDecoder().decode(ImportParameters.self, from: body[..<end])
        let file = Data(body[end...].dropFirst())
        return try await works.run(parameters.work) {
            try .json(
                await session.importRows(
                    file, parameters, isDryRun: parameters.isDryRun ?? false, by: parameters.page))
        }
    }

    /// Sets the data that the address of a request specifies to the bytes of the request, after those of the value that
    /// the page has shown, whose length the address specifies.
    private func changeOfData(to body: Data, _ address: RequestAddress) async throws -> StudioResponse {
        func parameter(_ name: String) throws -> String {
            guard let value = address[name] else {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(name)' is missing"))
            }
            return value
        }
        let headLength = min(max(address["head"].flatMap { Int($0) } ?? 0, 0), body.count)
        let before = headLength == 0 ? nil : try JSONDecoder().decode(ShownValue.self, from: body.prefix(headLength))
        return try .json(
            await session.setData(
                Data(body.dropFirst(headLength)), forKey: parameter("key"), of: parameter("id"), before: before,
                by: address["page"]))
    }
}
