/// Why bytes are no XML document that the reader accepts.
package struct XMLFailure: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// Not UTF-8, or marked as another encoding.
        case encoding
        /// Not well formed.
        case syntax
        /// A document type or an entity declaration, which models never have and attacks do.
        case documentType
        /// Beyond one of ``XMLLimits``.
        case limit
    }

    package var reason: Reason
    /// One clause, lower case, no full stop.
    package var message: String
    /// The offset of the place, in bytes.
    package var offset: Int
}
