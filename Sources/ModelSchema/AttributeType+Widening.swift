extension AttributeType {
    /// Whether every number of this type is one of another type, too.
    ///
    /// Core Data infers such changes, though its documentation does not list them.
    ///
    /// Source: public apps whose tests migrate stores from Integer 64 to Decimal and to Double without a mapping model,
    /// and others that went from Integer 16 to Integer 32 and from Boolean to Integer 32.
    package func isHeld(by other: AttributeType) -> Bool {
        switch self {
        case .boolean: other.isInteger
        case .integer16: [.integer32, .integer64, .decimal, .float, .double].contains(other)
        case .integer32: [.integer64, .decimal, .double].contains(other)
        case .integer64: [.decimal, .double].contains(other)
        case .float: other == .double
        default: false
        }
    }
}
