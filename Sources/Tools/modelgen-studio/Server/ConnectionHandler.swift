import Foundation
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after another, within ``ServerLimits``.
///
/// It reads only what it has room for: nothing more while a request is answered, and while a response is sent.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Request {
        var head: HTTPRequestHead
        var reception: StudioResponder.Reception
        var body = Data()
        let start = ContinuousClock.now
    }

    private enum State {
        case waiting, receiving, responding
        /// The last response was sent; what else arrives is discarded.
        case closing
    }

    private let responder: StudioResponder
    private let limits: ServerLimits
    private let connections: Connections
    private let meter: RequestMeter
    private let log: (@Sendable (String) -> Void)?

    private var context: ChannelHandlerContext?
    private var state = State.waiting
    private var request: Request?
    /// The parts of further requests that arrived with one that is being answered; those of one read at most.
    private var following: [HTTPServerRequestPart] = []
    /// Whether another request can follow the present one.
    private var isKeptAlive = true
    private var heldLength = 0
    private var deadline: Scheduled<Void>?
    /// The work on the answer to the present question.
    private var answering: Task<Void, Never>?

    init(
        _ responder: StudioResponder, _ limits: ServerLimits, _ connections: Connections, _ meter: RequestMeter,
        _ log: (@Sendable (String) -> Void)?
    ) {
        self.responder = responder
        self.limits = limits
        self.connections = connections
        self.meter = meter
        self.log = log
    }

    /// Whether no request has begun.
    var isIdle: Bool { state == .waiting && !meter.isInHead }

    /// Closes the connection at once.
    func abort() { context?.close(promise: nil) }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        connections.add(self)
        expect(within: limits.headTime)
        context.read()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connections.remove(self)
        deadline?.cancel()
        state = .closing
        // The client is gone.
        answering?.cancel()
        discardRequest()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is RequestMeter.HeadBegan { expect(within: limits.headTime) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch state {
        case .waiting, .receiving: receive(part)
        case .responding: following.append(part)
        case .closing: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { readOn() }

    private func readOn() {
        if state != .responding { context?.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case RequestMeter.LimitError.address: refuse(.uriTooLong, addressMessage)
        case RequestMeter.LimitError.head, HTTPParserError.headerOverflow:
            refuse(.requestHeaderFieldsTooLarge, headMessage)
        case RequestMeter.LimitError.body: refuseBody()
        case is HTTPParserError: refuse(.badRequest, "The request cannot be read.")
        // The connection itself is broken.
        default: context.close(promise: nil)
        }
    }

    // MARK: Requests

    private func receive(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): begin(head)
        case .body(let bytes): add(bytes)
        case .end: end()
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        state = .receiving
        isKeptAlive = head.isKeepAlive && head.method != .CONNECT && !head.headers.contains(name: "Upgrade")
        guard head.uri.utf8.count <= limits.addressLength else { return refuse(.uriTooLong, addressMessage) }
        let length = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard head.headers.count <= limits.headerCount, length <= limits.headLength else {
            return refuse(.requestHeaderFieldsTooLarge, headMessage)
        }
        let (reception, hasToken) = responder.reception(of: head)
        if hasToken { connections.admit(self) }
        let declared = head.headers.only("Content-Length").flatMap(Int.init) ?? 0
        let isChunked = head.headers.contains(name: "Transfer-Encoding")
        request = Request(head: head, reception: reception)
        switch reception {
        case .response(let response):
            if declared > 0 || isChunked { send(response, isLast: true) }
        case .question(let bodyLimit):
            guard declared <= bodyLimit else { return refuseBody() }
            meter.phase = .body(limit: bodyLimit)
            expect(within: limits.transferTime)
            if head.headers.only("Expect")?.lowercased() == "100-continue" {
                let head = HTTPResponseHead(version: .http1_1, status: .continue)
                context?.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            }
        }
    }

    private func add(_ bytes: ByteBuffer) {
        guard case .question(let bodyLimit) = request?.reception, let known = request?.body.count else { return }
        let count = known + bytes.readableBytes
        guard count <= bodyLimit else { return refuseBody() }
        guard hold(bytes.readableBytes) else { return refuse(.serviceUnavailable, Self.busyMessage) }
        bytes.withUnsafeReadableBytes { request?.body.append(contentsOf: $0) }
        if count >> 20 > known >> 20 { expect(within: limits.transferTime) }
    }

    private func end() {
        guard let request, let context else { return }
        meter.phase = .head
        switch request.reception {
        case .response(let response): send(response)
        case .question:
            state = .responding
            expect(within: nil)
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            answering = Task { [responder] in
                let response = await responder.answer(to: request.head, request.body)
                handler.eventLoop.execute { handler.value.send(response) }
            }
        }
    }

    // MARK: Responses

    private var addressMessage: String { "The limit for an address is \(limits.addressLength >> 10) KB." }

    private var headMessage: String {
        "The limit for the headers of a request is \(limits.headLength >> 10) KB, and \(limits.headerCount) of them."
    }

    private static let busyMessage = "The studio has too many requests at the same time."

    private func refuseBody() {
        guard case .question(let limit) = request?.reception else { return }
        let size = limit >> 20 > 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
        refuse(.payloadTooLarge, "The limit for this request is \(size).")
    }

    /// Ends the connection with a response. One that is under way comes first, and is the last then.
    private func refuse(_ status: HTTPResponseStatus, _ message: String) {
        switch state {
        case .waiting, .receiving: send(.refusal(status, message), isLast: true)
        case .responding: isKeptAlive = false
        case .closing: break
        }
    }

    private func send(_ response: StudioResponse, isLast: Bool = false) {
        guard let context, state != .closing else { return }
        var response = response
        let isWithoutBody = request?.head.method == .HEAD
        if isLast { isKeptAlive = false }
        state = .responding
        note(response.status)
        discardRequest()
        if !hold(response.body.count) { response = .refusal(.serviceUnavailable, Self.busyMessage) }
        var head = HTTPResponseHead(version: .http1_1, status: response.status, headers: response.headers)
        if !isKeptAlive { head.headers.add(name: "Connection", value: "close") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if isWithoutBody { response.body = Data() }
        sendBody(response.body[...])
    }

    /// Reports a response, without what follows the path of its request, which may be the token.
    private func note(_ status: HTTPResponseStatus) {
        guard let log else { return }
        guard let request else { return log("\(status.code)") }
        let time = request.start.duration(to: .now) / .milliseconds(1)
        let path = request.head.uri.prefix { $0 != "?" }
        log("\(request.head.method.rawValue) \(path) \(status.code) \((time * 10).rounded() / 10) ms")
    }

    /// Sends a body in parts, each after the client has taken the previous one.
    private func sendBody(_ body: Data.SubSequence) {
        guard let context else { return }
        expect(within: limits.transferTime)
        let part = body.prefix(Self.partLength)
        let rest = body.dropFirst(part.count)
        var written = context.eventLoop.makeSucceededVoidFuture()
        if !part.isEmpty {
            let bytes = context.channel.allocator.buffer(bytes: part)
            written = context.write(wrapOutboundOut(.body(.byteBuffer(bytes))))
        }
        if rest.isEmpty { written = context.write(wrapOutboundOut(.end(nil))) }
        written.assumeIsolated().whenComplete { result in
            switch result {
            case .success: if rest.isEmpty { self.finishResponse() } else { self.sendBody(rest) }
            case .failure: self.abort()
            }
        }
        context.flush()
    }

    private static let partLength = 1 << 20

    private func finishResponse() {
        releaseHeld()
        guard state == .responding else { return }
        guard isKeptAlive else { return close() }
        state = .waiting
        expect(within: limits.idleTime)
        let parts = following
        following = []
        for (index, part) in parts.enumerated() {
            switch state {
            case .waiting, .receiving: receive(part)
            case .responding: following.append(contentsOf: parts[index...]); return
            case .closing: return
            }
        }
        readOn()
    }

    // MARK: Resources

    private func hold(_ length: Int) -> Bool {
        guard connections.hold(length) else { return false }
        heldLength += length
        return true
    }

    private func releaseHeld() {
        connections.release(heldLength)
        heldLength = 0
    }

    private func discardRequest() {
        request = nil
        releaseHeld()
    }

    /// Waits for what comes next no longer than an amount of time.
    private func expect(within amount: TimeAmount?) {
        deadline?.cancel()
        deadline = nil
        guard let amount, let context else { return }
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: amount) { self.giveUp() }
    }

    private func giveUp() {
        switch state {
        case .waiting where !meter.isInHead, .responding, .closing: abort()
        case .waiting, .receiving: refuse(.requestTimeout, "The request did not arrive in time.")
        }
    }

    /// Closes the connection so that the client can still read the last response.
    ///
    /// A connection that is closed with unread bytes is reset, and the client loses what it has not read.
    private func close() {
        state = .closing
        following = []
        discardRequest()
        meter.phase = .rest
        expect(within: limits.closingTime)
        context?.close(mode: .output, promise: nil)
        readOn()
    }
}
