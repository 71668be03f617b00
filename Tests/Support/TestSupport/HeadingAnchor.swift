extension String {
    /// What links on a page call the heading with this text: small letters, and hyphens for spaces.
    public var headingAnchor: String {
        lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
    }
}
