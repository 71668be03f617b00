/// Why something cannot be read from a repository.
package struct GitFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a clause: `there is no commit 'main'`.
    package var description: String
    /// Why, in git's own words; nil if it does not say.
    var reason: String?

    init(_ description: String, reason: String? = nil) {
        self.description = description
        self.reason = reason
    }
}
