import ModelConfiguration
package import ModelDiagnostics
import ModelSchema

extension DiagnosticRule {
    static let yamlSyntax = Self(
        "yaml-syntax", .error, "A model in YAML is not valid YAML, or uses anchors and aliases.")
    static let yamlLimit = Self("yaml-limit", .error, "A model in YAML exceeds a limit on size, brackets, or aliases.")
    static let yamlKeyUnknown = Self("yaml-key-unknown", .error, "A model in YAML has a key that does not exist.")
    static let yamlValueInvalid = Self(
        "yaml-value-invalid", .error, "A model in YAML has a value that its key does not accept.")
    static let yamlContentUnsupported = Self(
        "yaml-content-unsupported", .error,
        "A model file has content that the YAML form cannot represent, such as a comment.")
}

extension ModelTextReader {
    /// The diagnostics of converting to and from the text form. They cannot be turned off.
    package static let rules: [DiagnosticRule] = [
        .yamlSyntax, .yamlLimit, .yamlKeyUnknown, .yamlValueInvalid, .yamlContentUnsupported,
    ]
}

extension Diagnostic {
    static func unknownKey(
        _ name: String, of owner: String, among names: [String], at position: YAMLPosition
    ) -> Self {
        Diagnostic(
            .yamlKeyUnknown, "\(owner) has no key '\(name)'", at: position.anchor,
            hint: NearestName.suggestion(for: name, among: names) ?? "use \(names.joined(separator: ", "))")
    }

    static func invalidValue(
        _ node: YAMLNode, of key: String, _ expected: String, at position: YAMLPosition
    ) -> Self { invalidValue("'\(key)' cannot be \(node.kind)", expected, at: position) }

    static func invalidValue(_ message: String, _ expected: String, at position: YAMLPosition) -> Self {
        Diagnostic(.yamlValueInvalid, message, at: position.anchor, hint: "use \(expected)")
    }

    static func unknownWord(_ word: String, of key: String, among words: [String], at position: YAMLPosition) -> Self {
        let suggestion = NearestName.suggestion(for: word, among: words).map { $0 + " " } ?? ""
        return Diagnostic(
            .yamlValueInvalid, "'\(key)' cannot be '\(word)'", at: position.anchor,
            hint: "\(suggestion)use one of \(words.joined(separator: ", "))")
    }

    /// An error about a composite's name in the place of a type.
    ///
    /// - Parameter isOptional: Whether the short form makes the attribute optional; nil for the form with keys.
    static func compositeAsType(
        _ text: String, of name: String, isOptional: Bool?, at position: YAMLPosition
    ) -> Self {
        let reason =
            text == name
            ? "'type' cannot be '\(text)', which is a composite"
            : "'type' cannot be '\(text)'; a composite '\(name)' exists"
        return Diagnostic(
            .yamlValueInvalid, reason, at: position.anchor,
            hint: "write \(form(ofComposite: name, isOptional: isOptional))")
    }

    /// An error about a type that does not exist, which can be meant as a composite.
    ///
    /// - Parameter isOptional: Whether the short form makes the attribute optional; nil for the form with keys.
    static func unknownType(
        _ text: String, isOptional: Bool?, among types: [String], at position: YAMLPosition
    ) -> Self {
        Diagnostic(
            .yamlValueInvalid, "'type' cannot be '\(text)'", at: position.anchor,
            hint:
                "use one of \(types.joined(separator: ", ")); for a composite, add '\(text)' to 'composites', "
                + "and write \(form(ofComposite: text, isOptional: isOptional))")
    }

    private static func form(ofComposite name: String, isOptional: Bool?) -> String {
        let type = "type: \(AttributeType.composite.rawValue)"
        guard let isOptional else { return "'\(type)' and 'composite: \(name)'" }
        return "{\(type), composite: \(name)\(isOptional ? ", optional: true" : "")}"
    }

    /// An error about content that the text form cannot represent.
    ///
    /// - Parameter line: The first line of the formatted file that would be lost, from 1.
    static func unsupportedContent(_ text: String, editorLine line: Int) -> Self {
        Diagnostic(
            .yamlContentUnsupported, "YAML and JSON cannot represent '\(text)'", at: .file,
            hint: "remove it from line \(line) of the file as modelgen format writes it, or leave it out with "
                + "--allow-loss")
    }
}

extension YAMLError {
    var diagnostic: Diagnostic {
        switch reason {
        case .syntax: Diagnostic(.yamlSyntax, message, at: position.anchor, hint: hint)
        case .limit: Diagnostic(.yamlLimit, message, at: position.anchor, hint: hint)
        }
    }
}
