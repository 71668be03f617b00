extension AttributeType {
    /// The number that Core Data knows the type by, as in `NSAttributeType`.
    ///
    /// Source: the constants in Apple's documentation of `NSAttributeType`.
    public var coreDataNumber: Int32 {
        switch self {
        case .undefined: 0
        case .integer16: 100
        case .integer32: 200
        case .integer64: 300
        case .decimal: 400
        case .double: 500
        case .float: 600
        case .string: 700
        case .boolean: 800
        case .date: 900
        case .binary: 1000
        case .uuid: 1100
        case .uri: 1200
        case .transformable: 1800
        case .objectID: 2000
        case .composite: 2100
        }
    }

    /// The type that Core Data knows by a number; nil for a number of none.
    public init?(coreDataNumber: Int32) {
        guard let type = Self.allCases.first(where: { $0.coreDataNumber == coreDataNumber }) else { return nil }
        self = type
    }
}
