import YAMLReading

/// How much a `modelgen.yml` may cost. It may come from a stranger, as models may.
public struct ConfigurationLimits: Sendable, Hashable {
    /// The size of the file.
    public var sizeBytes: Int
    /// How many lists and maps in brackets there may be, which bounds how deep they can nest.
    public var bracketCount: Int
    /// How many marks of the kind that refers to another node there may be, wherever they stand. A bomb needs many.
    public var aliasCount: Int

    /// Limits; by default far beyond what any project needs.
    public init(sizeBytes: Int = 256 * 1024, bracketCount: Int = 200, aliasCount: Int = 16) {
        self.sizeBytes = sizeBytes
        self.bracketCount = bracketCount
        self.aliasCount = aliasCount
    }

    var yaml: YAMLLimits {
        YAMLLimits(sizeBytes: sizeBytes, bracketCount: bracketCount, aliasCount: aliasCount)
    }
}
