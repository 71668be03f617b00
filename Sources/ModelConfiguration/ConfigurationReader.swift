public import ModelDiagnostics
import YAMLReading

/// Reads a `modelgen.yml`, and reports what is wrong with it: each error with its line and column.
public struct ConfigurationReader: Sendable {
    /// How much a file may cost before it is refused.
    public var limits: ConfigurationLimits

    /// A reader with limits.
    public init(limits: ConfigurationLimits = ConfigurationLimits()) {
        self.limits = limits
    }

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - bytes: The whole file. Untrusted.
    ///   - path: The absolute path of the file. Paths in the file are relative to its folder.
    ///   - diagnostics: Receives errors.
    /// - Returns: What could be understood; with an error, the rest of it.
    public func read(
        _ bytes: [UInt8], at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) -> ProjectConfiguration {
        var reading = ConfigurationReading(path: path)
        do {
            if let root = try YAMLNode.root(of: bytes, limits: limits.yaml), !root.isNull {
                Self.readKeys(of: root, into: &reading)
            }
        } catch {
            reading.report(error.diagnostic)
        }
        diagnostics += reading.diagnostics
        return reading.configuration
    }

    private static func readKeys(of root: YAMLNode, into reading: inout ConfigurationReading) {
        for entry in reading.entries(root, of: "the file") ?? [] {
            guard let key = ConfigurationKey.all.first(where: { $0.name == entry.name }) else {
                reading.report(
                    .unknownKey(entry.name, among: ConfigurationKey.all.map(\.name), at: entry.position))
                continue
            }
            // A key without a value is one that somebody has not yet filled in.
            if !entry.value.isNull { key.read(entry.value, &reading) }
        }
    }
}

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
