/// The limits for a YAML file, which is not trusted.
package struct YAMLLimits: Sendable, Hashable {
    /// The maximum size of the file.
    package var sizeBytes: Int
    /// The maximum number of lists and maps in brackets.
    package var bracketCount: Int
    /// The maximum number of alias marks. A YAML bomb needs many.
    package var aliasCount: Int

    /// Creates limits.
    package init(sizeBytes: Int, bracketCount: Int, aliasCount: Int) {
        self.sizeBytes = sizeBytes
        self.bracketCount = bracketCount
        self.aliasCount = aliasCount
    }
}
