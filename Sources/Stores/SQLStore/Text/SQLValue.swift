package import Foundation

/// A value that is bound to a statement, never inserted into its text, or that a statement returns.
package enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// An integer; 0 and 1 for false and true.
    case integer(Int64)
    /// A real number. Dates are seconds since 2001-01-01 00:00:00 UTC.
    case real(Double)
    /// Text.
    case text(String)
    /// A UUID, which databases without this type store as 16 bytes.
    case uuid(UUID)
}
