import ModelSchema

/// A key of an index column.
enum IndexColumnKey: String, CaseIterable {
    case property, expression, expressionType, kind, order

    /// The allowed words; nil for any text.
    var words: [String]? {
        switch self {
        case .kind: FetchIndex.Element.Kind.allCases.map(\.rawValue)
        case .order: FetchIndex.Element.Order.allCases.map(\.rawValue)
        case .property, .expression, .expressionType: nil
        }
    }
}

extension FetchIndex.Element {
    /// The text for a key; nil if it is left out. The setter ignores words that the key does not allow.
    subscript(key: IndexColumnKey) -> String? {
        get {
            switch key {
            case .property: propertyName
            case .expression: expression
            case .expressionType: expressionType
            case .kind: kind == .binary ? nil : kind.rawValue
            case .order: order == .ascending ? nil : order.rawValue
            }
        }
        set {
            switch key {
            case .property: propertyName = newValue
            case .expression: expression = newValue
            case .expressionType: expressionType = newValue
            case .kind: kind = newValue.flatMap(Kind.init) ?? kind
            case .order: order = newValue.flatMap(Order.init) ?? order
            }
        }
    }
}
