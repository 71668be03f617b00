extension Diagnostic {
    /// The stable name of a kind of diagnostic, such as `relationship-destination-unknown`.
    ///
    /// Codes are interface: scripts and baselines refer to them, so none is ever reused. Each is declared beside the
    /// stage that reports it.
    public struct Code: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public var description: String { rawValue }
    }
}
