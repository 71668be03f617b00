/// An error that occurs if a compiled model or mapping model cannot be read.
///
/// ```swift
/// do {
///     _ = try CompiledModel(archive: bytes, name: "Library")
/// } catch {
///     if error.code == .tooLarge { print("the model is too large") }
///     print(error)  // the location: the problem
/// }
/// ```
public struct CompiledModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, in lower case with hyphens.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are not compressed data, or are truncated.
        public static let damagedCompression = Code(rawValue: "damaged-compression")
        /// The bytes are not a valid binary property list.
        public static let damagedPropertyList = Code(rawValue: "damaged-property-list")
        /// The property list is not a keyed archive.
        public static let notAnArchive = Code(rawValue: "not-an-archive")
        /// The archive does not contain a model.
        public static let notAModel = Code(rawValue: "not-a-model")
        /// The archive does not contain a mapping model.
        public static let notAMappingModel = Code(rawValue: "not-a-mapping-model")
        /// Reading would take more memory or time than any model needs.
        public static let tooLarge = Code(rawValue: "too-large")
        /// A file cannot be read.
        public static let unreadableFile = Code(rawValue: "unreadable-file")
    }

    /// The kind of problem.
    public var code: Code
    /// The problem, as a clause.
    public var message: String
    /// The location: an offset in the bytes, an object of the archive, or a path.
    public var location: String

    /// Creates an error of a kind at a location.
    public init(_ code: Code, _ message: String, at location: String) {
        self.code = code
        self.message = message
        self.location = location
    }

    public var description: String { "\(location): \(message)" }
}
