/// A generated struct of a composite of the model.
public protocol CompositeRepresentable: RequiredAttributeRepresentable {
    /// Creates a value from its members. A member that is missing or of another type becomes nil, or its type's empty value.
    init(compositeMembers members: CompositeMembers)

    /// The stored members, by name.
    var compositeMembers: CompositeMembers { get }
}

extension CompositeRepresentable {
    public var attributeValue: AttributeValue { .composite(compositeMembers.values) }

    public static func read(_ value: AttributeValue) -> Self? {
        guard case .composite(let values) = value else { return nil }
        return Self(compositeMembers: CompositeMembers(values: values))
    }
}

/// The members of a composite's value by name, without those that are nil.
public struct CompositeMembers: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    let values: [String: AttributeValue]

    init(values: [String: AttributeValue]) { self.values = values }

    /// Creates members by name, without null ones. Of equal names, the first counts.
    public init(dictionaryLiteral elements: (String, AttributeValue)...) {
        values = Dictionary(elements.filter { !$0.1.isNull }, uniquingKeysWith: { first, _ in first })
    }

    /// A member as the type of its property.
    public subscript<Value: AttributeRepresentable>(name: String) -> Value {
        Value(attributeValue: values[name] ?? .null)
    }
}
