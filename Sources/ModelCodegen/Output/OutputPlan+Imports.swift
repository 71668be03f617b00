import ModelSchema

extension OutputPlan {
    /// Whether the accessors of attributes can expose types from the modules in the options: types that are not
    /// generated, and belong neither to Swift nor to Foundation.
    static func showImports(_ attributes: [Attribute], namer: SwiftNamer) -> Bool {
        guard !namer.options.imports.isEmpty, namer.options.accessLevel != .internal else { return false }
        return attributes.contains { attribute in
            if let enumeration = attribute.enumeration, namer.cases(ofEnum: enumeration.typeName) == nil { return true }
            return writtenType(of: attribute, namer: namer).map(FoundationTypes.areNotAll) ?? false
        }
    }

    /// The type of an attribute if the model specifies it as text.
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
