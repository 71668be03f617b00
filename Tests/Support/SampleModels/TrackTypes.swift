// Types written by hand, which the model `Enums` wraps attributes in.

/// An option set, whose initializer never fails.
public struct TrackFlags: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let explicit = TrackFlags(rawValue: 1)
    public static let live = TrackFlags(rawValue: 2)
}

/// An enum over a wider integer than the attribute's.
public enum TrackLevel: Int, Sendable {
    case quiet = 1
    case loud = 2
    case unbearable = 100_000
}

public enum TrackKind: String, Sendable {
    case single, remix
}

/// A typed identifier.
public struct TrackReference: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
