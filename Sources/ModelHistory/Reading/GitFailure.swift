/// Why something cannot be read from a repository.
package struct GitFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, as a clause: `there is no commit 'main'`.
    package var description: String

    init(_ description: String) {
        self.description = description
    }
}
