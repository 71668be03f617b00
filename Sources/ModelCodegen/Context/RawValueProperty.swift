import ModelSchema

/// A property of Swift's that holds the raw value of an enum, and how a case is read from it and stored in it.
struct RawValueProperty {
    var name: String
    var enumName: String
    var isString: Bool
    var isOptional: Bool
    /// For a number that is boxed: the property of the box that has the value, and the type of the box.
    var box: (valueProperty: String, type: String)?

    /// An expression for the case, or nil. It fits enums over another integer than the property's, and types whose
    /// initializer never fails.
    var reading: String {
        let make = "flatMap(\(enumName).init(rawValue:))"
        guard !isString else {
            return isOptional ? "\(name).\(make)" : "(\(enumName)(rawValue: \(name)) as \(enumName)?)"
        }
        let suffix = box.map { ".\($0.valueProperty)" } ?? ""
        return isOptional
            ? "\(name).flatMap { \(enumName).RawValue(exactly: $0\(suffix)) }.\(make)"
            : "\(enumName).RawValue(exactly: \(name)\(suffix)).\(make)"
    }

    /// A statement that stores `newValue`.
    ///
    /// Where there is no raw value for nil, what is stored stays, for it may be a value that no case has.
    func storing(isOptional: Bool) -> String {
        guard isOptional else { return "\(name) = \(stored("newValue.rawValue"))" }
        guard self.isOptional else { return "if let newValue { \(name) = \(stored("newValue.rawValue")) }" }
        return isString ? "\(name) = newValue?.rawValue" : "\(name) = newValue.map { \(stored("$0.rawValue")) }"
    }

    /// An expression for what a raw value stands for, which is to be there.
    func value(of rawValue: AttributeEnumeration.RawValue) -> String {
        "(\(enumName)(rawValue: \(SwiftLiteral.rawValue(rawValue))) as \(enumName)?)!"
    }

    private func stored(_ rawValue: String) -> String {
        if isString { return rawValue }
        return box.map { "\($0.type)(value: \(rawValue))" } ?? ".init(\(rawValue))"
    }
}

extension EnumerationWrapperContext {
    /// A computed property over another one, wherever that is. It is optional where there is nothing to read instead of
    /// values that no case has.
    ///
    /// - Parameter hasModelDefault: Whether a default that only the compiler knows a value for is to be read, which has to
    ///   be there then.
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, name: String, over property: RawValueProperty,
        hasModelDefault: Bool = false, namer: SwiftNamer
    ) {
        let fallback: (expression: String, note: String)? =
            switch EnumerationFallback(enumeration, of: attribute, namer: namer) {
            case .constant(let constant): (constant, "`\(constant)`")
            case .modelDefault where hasModelDefault:
                attribute.defaultRawValue.map { (property.value(of: $0), "the model's default") }
            case .modelDefault, nil: nil
            }
        let isOptional = fallback == nil || (property.isOptional && !enumeration.promisesValue)
        let getter = fallback.map { "\(property.reading) ?? \($0.expression)" }
        self.init(
            name: name, enumName: property.enumName, isOptional: isOptional,
            getter: isOptional ? property.reading : getter ?? property.reading,
            setter: property.storing(isOptional: isOptional), fallback: isOptional ? nil : fallback?.note)
    }
}
