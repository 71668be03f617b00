import ModelDiagnostics
import ModelSchema
import SwiftNames

/// Rules about the types of attributes in the store and in Swift.
extension ValidationRule {
    static let attributeTypeRules: [ValidationRule] = [
        attributeTypeMissing, attributeClassInvalid, attributeCodableInvalid, attributeTransformerInsecure,
        attributeDerivationMissing, attributeOptionalScalar, attributeScalarWithoutDefault,
    ]

    static let attributeTypeMissing = forEachAttribute(
        "attribute-type-missing", .error, "A stored attribute has no type.", isMandatory: true
    ) { node, _, findings in
        guard node.attribute.type == .undefined, !node.attribute.isTransient else { return }
        let types = AttributeType.allCases.filter { $0 != .undefined && $0 != .objectID }.map(\.rawValue)
        findings.report(
            "attribute '\(node.path)' has no type", at: node.path.setting("attributeType"),
            hint: "set attributeType to one of \(types.joined(separator: ", ")), or transient=\"YES\"")
    }

    static let attributeClassInvalid = forEachAttribute(
        "attribute-class-invalid", .error,
        "The custom class of a Transformable attribute is not a valid Swift type, or means another type in classes.",
        isMandatory: true
    ) { node, _, findings in
        guard node.attribute.type == .transformable, let text = node.attribute.customTypeName else { return }
        if let name = SwiftTypeText.nameHiddenInClasses(in: text) {
            findings.report(
                "'\(name)' in the custom class of attribute '\(node.path)' means another type in classes",
                at: node.path.setting("customClassName"), hint: hintForHiddenName(name))
        }
        guard !SwiftTypeText.isValid(text) else { return }
        findings.report(
            "custom class '\(text)' of attribute '\(node.path)' is not a valid Swift type",
            at: node.path.setting("customClassName"),
            hint: "write a type such as 'Color', 'Module.Color', '[String]', or '[String: Any]'")
    }

    static let attributeCodableInvalid = forEachAttribute(
        "attribute-codable-invalid", .error,
        "User info specifies a Codable type that is not a valid Swift type, that means another type in classes, or "
            + "that the attribute cannot hold.",
        isMandatory: true
    ) { node, _, findings in
        guard let entry = node.attribute.codableTypeEntry else { return }
        let path = node.path.appending(.userInfoEntry, entry.key).setting("value")
        if node.isCompositeMember || ![.binary, .transformable].contains(node.attribute.type) {
            findings.report(
                "attribute '\(node.path)' of type \(node.attribute.type.rawValue) cannot have a Codable type", at: path,
                hint: node.isCompositeMember
                    ? "remove the key; members of composites have plain types"
                    : "use Binary or Transformable, or remove the key '\(entry.key)'")
        } else if !SwiftTypeText.isValid(entry.value) {
            findings.report(
                "Codable type '\(entry.value)' of attribute '\(node.path)' is not a valid Swift type", at: path,
                hint: "write a type such as 'Settings', 'Module.Settings', or '[String: Int]'")
        } else if let name = SwiftTypeText.nameHiddenInClasses(in: entry.value) {
            findings.report(
                "'\(name)' in the Codable type of attribute '\(node.path)' means another type in classes", at: path,
                hint: hintForHiddenName(name))
        }
    }

    private static func hintForHiddenName(_ name: String) -> String {
        "write its module before it, such as 'Module.\(name)', or rename the type"
    }

    /// Without a transformer, the store uses one that instantiates any class in an archive. A transient attribute is
    /// never archived, and an app is responsible for its own transformer.
    ///
    /// The level is only a note because model editors do not set a transformer, so many apps have such attributes, and
    /// they archive their own data.
    ///
    /// Source: Apple's model compiler warns of “a nil or insecure value transformer” in the same cases.
    static let attributeTransformerInsecure = forEachAttribute(
        "attribute-transformer-insecure", .note,
        "A stored Transformable attribute names no transformer, or the one that unarchives any class."
    ) { node, _, findings in
        guard node.attribute.type == .transformable, !node.attribute.isTransient else { return }
        let name = node.attribute.valueTransformerName ?? ""
        let insecure = ["", "NSKeyedUnarchiveFromData", "NSUnarchiveFromData"]
        guard insecure.contains(name) else { return }
        findings.report(
            name.isEmpty
                ? "Transformable attribute '\(node.path)' names no transformer"
                : "transformer '\(name)' of attribute '\(node.path)' unarchives any class",
            at: node.path.setting(name.isEmpty ? "attributeType" : "valueTransformerName"),
            hint: "set valueTransformerName=\"NSSecureUnarchiveFromData\", or to a transformer of your own")
    }

    static let attributeDerivationMissing = forEachAttribute(
        "attribute-derivation-missing", .error, "A derived attribute has no expression."
    ) { node, _, findings in
        guard node.attribute.isDerived, node.attribute.derivationExpression ?? "" == "" else { return }
        findings.report(
            "derived attribute '\(node.path)' has no expression", at: node.path.setting("derived"),
            hint: "set derivationExpression, or remove derived=\"YES\"")
    }

    static let attributeOptionalScalar = forEachAttribute(
        "attribute-optional-scalar", .off,
        "An optional number or Boolean is a scalar in code, so nil reads as zero or false."
    ) { node, _, findings in
        guard node.attribute.isOptional, node.attribute.usesScalarValueType == true else { return }
        findings.report(
            "optional attribute '\(node.path)' is a scalar, so code cannot tell nil from zero",
            at: node.path.setting("usesScalarValueType"),
            hint: "remove optional=\"YES\" and set a default, or set usesScalarValueType=\"NO\"")
    }

    static let attributeScalarWithoutDefault = forEachAttribute(
        "attribute-scalar-without-default", .off,
        "A required scalar has no default, so it reads as zero but cannot be saved until it is set."
    ) { node, _, findings in
        let attribute = node.attribute
        guard !attribute.isOptional, attribute.usesScalarValueType == true, !attribute.isTransient,
            !attribute.isDerived, attribute.defaultValueString == nil, attribute.defaultDateTimeInterval == nil
        else { return }
        findings.report(
            "required attribute '\(node.path)' reads as zero until it is set, but cannot be saved",
            at: node.path.setting("usesScalarValueType"), hint: "set a default")
    }
}
