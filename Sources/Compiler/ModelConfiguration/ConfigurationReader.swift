public import ModelDiagnostics

/// Reads a `modelgen.yml`, and reports its errors with line and column.
///
/// ```swift
/// var diagnostics: [LocatedDiagnostic] = []
/// let configuration = ConfigurationReader().read(bytes, at: "/code/shop/modelgen.yml", into: &diagnostics)
/// print(configuration.models)  // ["/code/shop/Models/Shop.xcdatamodeld"]
/// ```
public struct ConfigurationReader: Sendable {
    /// The limits for files.
    public var limits: ConfigurationLimits

    /// Creates a reader with limits.
    public init(limits: ConfigurationLimits = ConfigurationLimits()) { self.limits = limits }

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, which is not trusted.
    ///   - path: The absolute path of the file. Paths in the file are relative to its folder.
    ///   - diagnostics: Receives errors.
    /// - Returns: The configuration, without the parts that have errors.
    public func read(
        _ bytes: [UInt8], at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) -> ProjectConfiguration {
        var reading = ConfigurationReading(path: path)
        do {
            if let root = try YAMLNode.root(of: bytes, limits: limits.yaml), !root.isNull {
                let entries = reading.entries(root, of: "the file") ?? []
                reading.read(entries, ConfigurationKey.all, named: \.name) { $0.read($1, &$2) }
            }
        } catch {
            reading.report(error.diagnostic)
        }
        diagnostics += reading.diagnostics
        return reading.configuration
    }
}

/// The limits for a `modelgen.yml`. Like a model, it is not trusted.
///
/// ```swift
/// let reader = ConfigurationReader(limits: ConfigurationLimits(sizeBytes: 16 * 1024))
/// ```
public struct ConfigurationLimits: Sendable, Hashable {
    /// The maximum size of the file.
    public var sizeBytes: Int
    /// The maximum number of lists and maps in brackets, which also limits their nesting.
    public var bracketCount: Int
    /// The maximum number of alias marks anywhere in the file. A YAML bomb needs many.
    public var aliasCount: Int

    /// Creates limits. The defaults are far beyond the needs of any project.
    public init(sizeBytes: Int = 256 * 1024, bracketCount: Int = 200, aliasCount: Int = 16) {
        self.sizeBytes = sizeBytes
        self.bracketCount = bracketCount
        self.aliasCount = aliasCount
    }

    var yaml: YAMLLimits { YAMLLimits(sizeBytes: sizeBytes, bracketCount: bracketCount, aliasCount: aliasCount) }
}
