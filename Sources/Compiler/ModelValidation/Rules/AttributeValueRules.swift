import Foundation
import ModelDiagnostics
import ModelSchema

/// Rules about defaults, bounds, and patterns.
///
/// The rules ignore text without effect that an editor left after a change of the type, such as text bounds of a Date
/// or the default `NO` of a number.
extension ValidationRule {
    static let attributeValueRules: [ValidationRule] = [
        attributeDefaultInvalid, attributeBoundInvalid, attributeBoundsReversed, attributeDefaultOutOfBounds,
        attributePatternInvalid,
    ]

    static let attributeDefaultInvalid = forEachAttribute(
        "attribute-default-invalid", .warning,
        "The default of an attribute is not a valid value of its type and is ignored."
    ) { node, _, findings in
        guard let (text, setting) = node.attribute.unreadableDefault else { return }
        findings.report(
            "default '\(text)' of attribute '\(node.path)' is not a valid \(node.attribute.type.rawValue)",
            at: node.path.setting(setting), hint: node.attribute.type.exampleOfDefault)
    }

    static let attributeBoundInvalid = forEachAttribute(
        "attribute-bound-invalid", .warning,
        "The minimum or maximum of an attribute is not a valid value of its type, or not a valid length, "
            + "and is ignored."
    ) { node, _, findings in
        let attribute = node.attribute
        guard let names = attribute.boundSettingNames else { return }
        for (word, setting, text) in [
            ("minimum", names.minimum, attribute.minimumText), ("maximum", names.maximum, attribute.maximumText),
        ] {
            guard let text, attribute.bound(text) == nil else { continue }
            let expected = attribute.type == .string ? "length" : attribute.type.rawValue
            findings.report(
                "\(word) '\(text)' of attribute '\(node.path)' is not a valid \(expected)",
                at: node.path.setting(setting),
                hint: "correct or remove \(setting)")
        }
    }

    static let attributeBoundsReversed = forEachAttribute(
        "attribute-bounds-reversed", .error, "The minimum of an attribute is above its maximum."
    ) { node, _, findings in
        let attribute = node.attribute
        guard let minimum = attribute.minimum, let maximum = attribute.maximum, maximum < minimum,
            let names = attribute.boundSettingNames
        else { return }
        findings.report(
            "minimum \(attribute.minimumText ?? "") of attribute '\(node.path)' is above its maximum "
                + "\(attribute.maximumText ?? "")",
            at: node.path.setting(names.minimum), hint: "lower \(names.minimum) or raise \(names.maximum)")
    }

    static let attributeDefaultOutOfBounds = forEachAttribute(
        "attribute-default-out-of-bounds", .warning,
        "The default of an attribute is outside its bounds, so a new object cannot be saved unchanged."
    ) { node, _, findings in
        let attribute = node.attribute
        guard attribute.unreadableDefault == nil, let value = attribute.defaultMeasure else { return }
        let setting = attribute.type == .date ? "defaultDateTimeInterval" : "defaultValueString"
        let what = attribute.type == .string ? "the length of the default" : "the default"
        if let minimum = attribute.minimum, value < minimum {
            findings.report(
                "\(what) of attribute '\(node.path)' is below the minimum \(attribute.minimumText ?? "")",
                at: node.path.setting(setting), hint: "change the default or the minimum")
        } else if let maximum = attribute.maximum, maximum < value {
            findings.report(
                "\(what) of attribute '\(node.path)' is above the maximum \(attribute.maximumText ?? "")",
                at: node.path.setting(setting), hint: "change the default or the maximum")
        }
    }

    static let attributePatternInvalid = forEachAttribute(
        "attribute-pattern-invalid", .error, "The regular expression of a String does not compile."
    ) { node, _, findings in
        guard node.attribute.type == .string, let pattern = node.attribute.regularExpressionString,
            !pattern.isEmpty, (try? NSRegularExpression(pattern: pattern)) == nil
        else { return }
        findings.report(
            "the regular expression of attribute '\(node.path)' does not compile",
            at: node.path.setting("regularExpressionString"),
            hint: "check the brackets and escapes against the syntax of ICU regular expressions")
    }
}
