/// How much a YAML file may cost before it is refused. It may come from a stranger.
package struct YAMLLimits: Sendable, Hashable {
    /// The size of the file.
    package var sizeBytes: Int
    /// How many lists and maps in brackets there may be, wherever they stand.
    package var bracketCount: Int
    /// How many marks of the kind that refers to another node there may be, wherever they stand. A bomb needs many.
    package var aliasCount: Int

    /// Limits for a kind of file.
    package init(sizeBytes: Int, bracketCount: Int, aliasCount: Int) {
        self.sizeBytes = sizeBytes
        self.bracketCount = bracketCount
        self.aliasCount = aliasCount
    }
}
