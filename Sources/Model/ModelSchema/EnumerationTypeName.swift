/// The name of an attribute's enum, from any of its user info keys.
struct EnumerationTypeName {
    var text: String
    var key: String
    var guaranteesValue: Bool
}

extension EnumerationTypeName {
    /// Finds the name; nil if no key names an enum. Ignores keys of other generators that cannot mean an enum, because
    /// these generators also use them for other types and for numbers.
    init?(_ attribute: Attribute) {
        let userInfo = attribute.userInfo
        if let text = userInfo[AttributeEnumeration.Key.typeName.rawValue] {
            self.init(text: text, key: AttributeEnumeration.Key.typeName.rawValue, guaranteesValue: false)
            return
        }
        guard attribute.type.isInteger || attribute.type == .string else { return nil }
        for key in ["RawType", "attributeRawValueEnumType", "attributeValueScalarType"] {
            guard let text = userInfo[key], Self.canBeEnum(text) else { continue }
            let guaranteesValue =
                switch key {
                case "RawType": ["true", "yes", "1"].contains(userInfo["unwrapOptional"]?.lowercased())
                case "attributeRawValueEnumType": !attribute.isOptional
                // A scalar is never nil.
                default: true
                }
            self.init(text: text, key: key, guaranteesValue: guaranteesValue)
            return
        }
        return nil
    }

    /// Whether a text can be the name of an enum, and is not a number type or a type of another language.
    private static func canBeEnum(_ text: String) -> Bool {
        text.first?.isNumber == false && !numbers.contains(text) && !text.hasSuffix("_t")
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    }

    private static let numbers: Set<String> = [
        "BOOL", "Bool", "CGFloat", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "NSInteger",
        "NSString", "NSTimeInterval", "NSUInteger", "String", "TimeInterval", "UInt", "UInt16", "UInt32", "UInt64",
        "UInt8", "bool", "char", "double", "float", "int", "long", "short", "unsigned",
    ]
}
