import ModelSchema

extension OutputPlan {
    /// Whether what others see of attributes may mention types that the modules of the options declare: types that are
    /// neither generated nor Swift's or Foundation's.
    static func showImports(_ attributes: [Attribute], namer: SwiftNamer) -> Bool {
        guard !namer.options.imports.isEmpty, namer.options.accessLevel != .internal else { return false }
        return attributes.contains { attribute in
            if let enumeration = attribute.enumeration, namer.cases(ofEnum: enumeration.typeName) == nil { return true }
            return writtenType(of: attribute, namer: namer).map(FoundationTypes.areNotAll) ?? false
        }
    }

    /// The type of an attribute for which the model names one in words.
    private static func writtenType(of attribute: Attribute, namer: SwiftNamer) -> String? {
        switch namer.options.style {
        case .objectGraph:
            AttributeTypeMapping.isWritten(attribute) ? AttributeTypeMapping(attribute, namer: namer).valueType : nil
        case .coreData:
            attribute.type == .transformable || attribute.type == .undefined
                ? CoreDataTypeMapping(attribute, namer: namer, options: namer.options).valueType : nil
        }
    }
}
