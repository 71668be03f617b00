import NIOCore

/// Counts the bytes of requests before the parser sees them, so nothing without an end is collected or parsed.
///
/// The parser tells where a head and a body end; ``ConnectionHandler`` passes that on by setting ``phase``. What
/// arrives together with the end of the phase before is not counted, which is at most one read.
final class RequestMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What arrives.
    enum Phase {
        /// The lines before a body.
        case head
        /// A body of a length in bytes, with its framing.
        case body(limit: Int)
        /// The rest of a refused request, which nobody reads.
        case rest
    }

    /// A limit that was exceeded.
    enum LimitError: Error {
        case address, head, body
    }

    /// The event of the first byte of a head.
    struct HeadBegan: Sendable {}

    private let limits: ServerLimits
    private var count = 0
    private var hasFirstLine = false

    var phase = Phase.head {
        didSet {
            count = 0
            hasFirstLine = false
        }
    }

    /// Whether a head has begun, and is incomplete.
    var isInHead: Bool {
        guard case .head = phase else { return false }
        return count > 0
    }

    init(_ limits: ServerLimits) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let isFirst = count == 0
        count += buffer.readableBytes
        switch phase {
        case .head:
            if !hasFirstLine { hasFirstLine = buffer.readableBytesView.contains(UInt8(ascii: "\n")) }
            if isFirst { context.fireUserInboundEventTriggered(HeadBegan()) }
        case .body: break
        case .rest:
            if count > limits.discardedLength { context.close(promise: nil) }
            return
        }
        context.fireChannelRead(data)
        // The parser may have found the end, which begins another phase.
        switch phase {
        case .head where !hasFirstLine && count > limits.addressLength + Self.lineOverhead:
            context.fireErrorCaught(LimitError.address)
        case .head where count > limits.headLength: context.fireErrorCaught(LimitError.head)
        case .body(let limit) where count > limit: context.fireErrorCaught(LimitError.body)
        default: break
        }
    }

    /// The greatest length of a method and a version around an address, with the spaces and the end of the line.
    private static let lineOverhead = 64
}
