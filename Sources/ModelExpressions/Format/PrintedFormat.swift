/// A predicate or an expression as text, with the arguments for what has no spelling in text.
///
/// Parsing the text with the arguments gives back the same tree. Most trees need no argument; the exceptions are
/// opaque values, numbers that are not finite, names that are not identifiers, and trees that no text describes, such
/// as an `and` without members.
public struct PrintedFormat: Sendable, Hashable, CustomStringConvertible {
    /// The text, in the format language.
    public let format: String
    /// The arguments, one for each placeholder in ``format``.
    public let arguments: [FormatArgument]

    /// The text alone.
    public var description: String { format }
}
