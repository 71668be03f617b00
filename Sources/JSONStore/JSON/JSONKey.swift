/// A key of an object, as found by a scanner that was given a table of keys.
package enum JSONKey: Hashable, Sendable {
    /// The key with this number in the table.
    case known(Int)
    /// A key that the table does not have.
    case unknown(String)
}
