import ModelSchema

/// What can be said of a column of an index.
enum IndexColumnKey: String, CaseIterable {
    case property, expression, expressionType, kind, order

    /// The words that a value can be; nil for any text.
    var words: [String]? {
        switch self {
        case .kind: FetchIndex.Element.Kind.allCases.map(\.rawValue)
        case .order: FetchIndex.Element.Order.allCases.map(\.rawValue)
        case .property, .expression, .expressionType: nil
        }
    }
}

extension FetchIndex.Element {
    /// The text for a key; nil for what is left out. A word that is none of the key's is not taken.
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
