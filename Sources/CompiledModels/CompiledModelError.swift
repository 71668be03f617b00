/// Why something is not a compiled model that can be read.
public struct CompiledModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing is wrong.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, in lower case with hyphens.
        public let rawValue: String

        /// A kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The bytes are no compressed data, or are cut short.
        public static let damagedCompression = Code(rawValue: "damaged-compression")
        /// The bytes are no binary property list, or a part of it lies where it cannot.
        public static let damagedPropertyList = Code(rawValue: "damaged-property-list")
        /// The property list is not a keyed archive.
        public static let notAnArchive = Code(rawValue: "not-an-archive")
        /// The archive holds no model.
        public static let notAModel = Code(rawValue: "not-a-model")
        /// Reading on would cost more memory or time than any model needs.
        public static let tooLarge = Code(rawValue: "too-large")
        /// A file cannot be read.
        public static let unreadableFile = Code(rawValue: "unreadable-file")
    }

    /// What kind of thing is wrong.
    public var code: Code
    /// What is wrong, as a clause.
    public var message: String
    /// Where: an offset in the bytes, an object of the archive, or a path.
    public var place: String

    /// A failure of a kind at a place.
    public init(_ code: Code, _ message: String, at place: String) {
        self.code = code
        self.message = message
        self.place = place
    }

    public var description: String { "\(place): \(message)" }
}
