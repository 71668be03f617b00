extension Diagnostic {
    /// The stable name of a kind of diagnostic, such as `relationship-destination-unknown`.
    ///
    /// Codes are interface: scripts and baselines refer to them, so none is ever reused. Each is declared next to the
    /// stage that reports it.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        /// The name: lower case, words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A code by its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }
}
