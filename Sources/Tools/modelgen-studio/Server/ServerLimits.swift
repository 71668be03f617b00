import NIOCore

/// The limits of what the server takes, from anyone who can open a connection.
///
/// They are far above what the page needs, and low enough that a flood of requests costs little memory and time.
struct ServerLimits: Sendable {
    /// The length of the address of a request, in bytes.
    var addressLength = 8 << 10
    /// The length of all lines before the body, in bytes. Browsers send the cookies of all servers of this machine.
    var headLength = 64 << 10
    var headerCount = 100

    /// The length of the body of a question, in bytes: a condition, or typed text.
    var questionLength = 4 << 20
    /// The length of a file for binary data, in bytes.
    var fileLength = 256 << 20
    /// The length of all bodies, received or to be sent, that are in memory at one time, in bytes.
    var heldLength = 1 << 30

    /// The number of connections that have not shown a token. A further one takes the place of the oldest, so
    /// strangers exclude one another, but not the page, which shows it at once.
    var strangerCount = 256
    /// The number of connections that have shown a token.
    var pageConnectionCount = 256

    /// The time for the head of a request, and from opening a connection to its first request.
    var headTime = TimeAmount.seconds(10)
    /// The time from a response to the next request.
    var idleTime = TimeAmount.seconds(60)
    /// The time for each megabyte of a body, in either direction.
    var transferTime = TimeAmount.seconds(30)
    /// The time in which the rest of a refused request is read and discarded, so that the client sees the response.
    var closingTime = TimeAmount.seconds(2)
    /// The length of that rest, in bytes.
    var discardedLength = 8 << 20
}
