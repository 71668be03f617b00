/// What the runtime asks of the attributes of an entity, column by column.
///
/// It is found out in one go over the attributes, since they are large: going over them for each column would take most
/// of the time in which a model is made ready.
struct AttributeFacts {
    private(set) var names: [String] = []
    private(set) var types: [AttributeType] = []
    /// The place of each name; of two attributes with one name the first counts.
    private(set) var indexes: [String: Int] = [:]
    /// The places of those that are not stored.
    private(set) var transientIndexes: [Int] = []
    /// What a new object holds.
    private(set) var defaultValues: [AttributeValue] = []
    /// The places of those whose values the model may refuse.
    private(set) var checkedIndexes: [Int] = []
    /// Whether all that the model can refuse is that there is no value.
    private(set) var isOnlyRequired: [Bool] = []

    init(_ attributes: [Attribute]) {
        names.reserveCapacity(attributes.count)
        types.reserveCapacity(attributes.count)
        indexes.reserveCapacity(attributes.count)
        defaultValues.reserveCapacity(attributes.count)
        isOnlyRequired.reserveCapacity(attributes.count)
        for (index, attribute) in attributes.enumerated() {
            names.append(attribute.name)
            types.append(attribute.type)
            if let first = indexes.updateValue(index, forKey: attribute.name) { indexes[attribute.name] = first }
            if attribute.isTransient { transientIndexes.append(index) }
            defaultValues.append(AttributeValue(defaultOf: attribute))
            if attribute.mayBeRefused { checkedIndexes.append(index) }
            isOnlyRequired.append(!attribute.hasBounds)
        }
    }
}

extension Attribute {
    /// Whether the model sets anything that a value, or there being none, can break.
    fileprivate var mayBeRefused: Bool { !isOptional && !isDerived || hasBounds }

    /// Whether there are values of its type that the model does not allow.
    fileprivate var hasBounds: Bool {
        type == .composite || minValueString != nil || maxValueString != nil
            || minDateTimeInterval != nil || maxDateTimeInterval != nil || regularExpressionString != nil
    }
}
