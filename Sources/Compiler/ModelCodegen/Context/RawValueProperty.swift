import ModelSchema

/// A Swift property with the raw value of an enum, and the code that reads and stores a case.
struct RawValueProperty {
    var name: String
    var enumName: String
    var isString: Bool
    var isOptional: Bool
    /// For a number object, its property with the value, and its class.
    var box: (valueProperty: String, type: String)?
    /// For a scalar of an attribute that can be nil, the key and type of its value, because the property reads nil as 0
    /// and cannot store it.
    var nullable: (key: String, type: String)?
    /// Whether a property of the type can have the name of the enum. In expressions, it hides the enum.
    var isEnumHidden = false

    /// An expression for the case, or nil. It also works for enums with a different integer type, and for types whose
    /// initializer never fails.
    var reading: String {
        let make =
            isEnumHidden
            ? "flatMap { value -> \(enumName)? in .init(rawValue: value) }" : "flatMap(\(enumName).init(rawValue:))"
        if let nullable {
            let value = "(value(forKey: \(nullable.key)) as? \(nullable.type))"
            return "\(value).flatMap { \(rawValue(exactly: "$0")) }.\(make)"
        }
        guard !isString else {
            return isOptional ? "\(name).\(make)" : "(\(enumInExpression)(rawValue: \(name)) as \(enumName)?)"
        }
        let suffix = box.map { ".\($0.valueProperty)" } ?? ""
        return isOptional
            ? "\(name).flatMap { \(rawValue(exactly: "$0\(suffix)")) }.\(make)"
            : "\(rawValue(exactly: "\(name)\(suffix)")).\(make)"
    }

    /// An expression for an integer as the raw value of the enum, or nil.
    private func rawValue(exactly integer: String) -> String {
        isEnumHidden
            ? "(.init(exactly: \(integer)) as \(enumName).RawValue?)" : "\(enumName).RawValue(exactly: \(integer))"
    }

    /// The enum in front of the arguments of its initializer, where the type of the result is known.
    private var enumInExpression: String { isEnumHidden ? ".init" : enumName }

    /// The property where `newValue` means the parameter of the setter.
    private var assignedName: String { name == "newValue" ? "self.\(name)" : name }

    /// A statement that stores `newValue`.
    ///
    /// If no raw value represents nil, the stored value stays, because it might be a value without a case.
    func storing(isOptional: Bool) -> String {
        guard isOptional else { return "\(assignedName) = \(stored("newValue.rawValue"))" }
        if let nullable {
            return "setValue(newValue.map { \(nullable.type)($0.rawValue) }, forKey: \(nullable.key))"
        }
        guard self.isOptional else { return "if let newValue { \(assignedName) = \(stored("newValue.rawValue")) }" }
        return isString
            ? "\(assignedName) = newValue?.rawValue" : "\(assignedName) = newValue.map { \(stored("$0.rawValue")) }"
    }

    /// An expression for the case of a raw value, for a type that the model only names. If its cases are known,
    /// ``EnumerationFallback`` has the name of the case instead.
    ///
    /// The initializer of an enum can fail, and that of an option set cannot. The type can be either, and after an
    /// initializer that cannot fail, the compiler rejects `!`. The cast makes the result optional.
    func value(of rawValue: AttributeEnumeration.RawValue) -> String {
        "(\(enumInExpression)(rawValue: \(SwiftLiteral.rawValue(rawValue))) as \(enumName)?)!"
    }

    private func stored(_ rawValue: String) -> String {
        if isString { return rawValue }
        return box.map { "\($0.type)(value: \(rawValue))" } ?? ".init(\(rawValue))"
    }
}

extension EnumerationWrapperContext {
    /// A computed property over another property. It is optional if there is no fallback for values without a case.
    ///
    /// - Parameter hasModelDefault: Whether the fallback is a default value whose case only the compiler knows. The
    ///   default value must then exist.
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, name: String, over property: RawValueProperty,
        hasModelDefault: Bool = false, namer: SwiftNamer
    ) {
        var property = property
        property.isEnumHidden = namer.hasProperty(named: enumeration.typeName)
        let fallback: (expression: String, note: String)? =
            switch EnumerationFallback(enumeration, of: attribute, namer: namer) {
            case .constant(let constant): (constant, "`\(constant)`")
            case .modelDefault where hasModelDefault:
                attribute.defaultRawValue.map { (property.value(of: $0), "the model's default") }
            case .modelDefault, nil: nil
            }
        let isOptional = fallback == nil || (property.isOptional && !enumeration.guaranteesValue)
        if !isOptional { property.nullable = nil }
        let getter = fallback.map { "\(property.reading) ?? \($0.expression)" }
        self.init(
            name: name, enumName: property.enumName, isOptional: isOptional,
            getter: isOptional ? property.reading : getter ?? property.reading,
            setter: property.storing(isOptional: isOptional), fallback: isOptional ? nil : fallback?.note)
    }
}
