/// What the model does not allow of the value of an attribute, in composites too.
struct AttributeValidation {
    struct Violation {
        var code: ValidationError.Code
        /// The attribute's name; of a composite's member the path to it, such as `place.latitude`.
        var keyPath: String
        /// What follows the attribute in a sentence.
        var message: String
        var value: AttributeValue?
    }

    let composites: [String: Composite]

    /// What a value breaks; empty for one that the model allows. A value that is there is judged by its bounds, a
    /// composite's by those of its members.
    func violations(by value: AttributeValue, of attribute: Attribute, under parent: String = "") -> [Violation] {
        let keyPath = parent + attribute.name
        if value.isNull {
            guard !attribute.isOptional, !attribute.isDerived else { return [] }
            return [
                Violation(
                    code: .missingMandatoryProperty, keyPath: keyPath, message: "is required but has no value")
            ]
        }
        if case .composite(let values) = value {
            let members = attribute.compositeName.flatMap { composites[$0] }?.attributes ?? []
            return members.flatMap { violations(by: values[$0.name] ?? .null, of: $0, under: keyPath + ".") }
        }
        let violation = AttributeBounds(attribute: attribute).violation(by: value)
        return violation.map { [Violation(code: $0.code, keyPath: keyPath, message: $0.message, value: value)] } ?? []
    }
}
