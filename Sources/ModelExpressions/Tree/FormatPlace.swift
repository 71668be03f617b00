/// Where something stands in the format that it was read from.
///
/// It is for messages and says nothing of what it is the place of, so all places are equal: trees are, that say the same.
public struct FormatPlace: Sendable, Hashable {
    /// In characters from 1; nil for what was not read from a format.
    public var column: Int?

    /// Creates a place.
    public init(column: Int? = nil) {
        self.column = column
    }

    public static func == (left: FormatPlace, right: FormatPlace) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
