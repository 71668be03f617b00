/// An operator with one operand; the raw value is its sign.
public enum UnaryOperator: String, Sendable, Hashable, CaseIterable {
    /// `-a`.
    case negate = "-"
    /// `~a`: every bit turned over.
    case complement = "~"
}
