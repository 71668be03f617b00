/// The version of Xcode whose files a compiler writes, because later versions write other keys.
///
/// Source: the compiled models of public repositories, and the numbers that they contain.
///
/// ```swift
/// let tools = CompilerTools(version: "15.4") ?? .latest
/// var writer = CompiledModelWriter(tools: tools)
/// let archive = writer.archive(of: model)
/// ```
public struct CompilerTools: Sendable, Hashable {
    /// The versions of Xcode whose numbers are known, and the number of the tools that each contains.
    private static let toolVersions: [(xcode: String, tools: Double)] = [
        ("13.4", 20086), ("13.4.1", 20086), ("15.2", 22522), ("15.3", 22757), ("15.4", 22758), ("16.0", 23231),
        ("16.1", 23507), ("16.4", 23788.4), ("26.0", 24299), ("26.1.1", 24411), ("26.2", 24512), ("26.3", 24512),
    ]
    /// The known versions, oldest first, and the oldest of those whose files have no version.
    public static let knownVersions = ["8.0", "9.0"] + toolVersions.map(\.xcode)
    /// The latest known version.
    public static let latest = CompilerTools(number: 260_300, toolVersion: 24512)

    /// The version as in a compiled model: 130401 for 13.4.1.
    let number: Int
    /// The number of the tools; nil for versions that do not write it.
    let toolVersion: Double?

    /// Whether an entity lists fetch indexes, and not only the older compound indexes.
    var writesFetchIndexes: Bool { number >= 90_000 }
    /// Whether fetches have a type of allocation.
    var writesAllocationType: Bool { toolVersion != nil }
    /// Whether the list of versions contains checksums.
    var writesChecksums: Bool { number >= 150_000 }

    private init(number: Int, toolVersion: Double?) {
        self.number = number
        self.toolVersion = toolVersion
    }

    /// Creates the tools of a version of Xcode, such as `15.4`; nil for one whose numbers are not known.
    public init?(version: String) {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0).map(Int.init) }
        guard (1...3).contains(parts.count), let major = parts[0] else { return nil }
        let rest = parts.dropFirst().compactMap { $0 } + [0, 0]
        guard rest.count == parts.count + 1, rest[0] < 100, rest[1] < 100 else { return nil }
        number = major * 10_000 + rest[0] * 100 + rest[1]
        guard number >= 130_400 else {
            toolVersion = nil
            return
        }
        let known = Self.toolVersions.first { $0.xcode == version || $0.xcode == version + ".0" }
        guard let known else { return nil }
        toolVersion = known.tools
    }
}
