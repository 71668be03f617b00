import ModelDiagnostics
import ModelValidation

extension ConfigurationKey {
    static let conventions = ConfigurationKey(
        description: KeyDescription(
            name: "conventions", form: .map(of: .section(ConventionKey.allCases.map(\.description))),
            summary: "Your own rules for models, by code.",
            example: "{entity-name: {of: entities, require: \"name MATCHES '[A-Z].*'\", message: is lower case}}")
    ) { value, reading in
        guard let entries = value.entries else {
            let expected = "a mapping from codes to of, require, and message"
            reading.report(
                .invalidValue("'conventions' cannot be \(value.kind)", expecting: expected, at: value.position))
            return
        }
        for entry in entries {
            if let convention = reading.convention(entry) { reading.configuration.conventions.append(convention) }
        }
    }
}

/// A key of an item in `conventions`.
private enum ConventionKey: String, CaseIterable {
    case of, require, message, level

    var description: KeyDescription {
        switch self {
        case .of:
            KeyDescription(
                name: rawValue, form: .choice(Convention.Subject.allCases.map(\.rawValue)),
                summary: "The elements that the rule checks.", example: "entities", isRequired: true)
        case .require:
            KeyDescription(
                name: rawValue, form: .text,
                summary: "The condition that each element must meet, in the predicate format language.",
                example: "name MATCHES '[A-Z].*'", isRequired: true)
        case .message:
            KeyDescription(
                name: rawValue, form: .text, summary: "The message for an element that does not meet the condition.",
                example: "the name begins with a capital", isRequired: true)
        case .level:
            KeyDescription(
                name: rawValue, form: .choice(ValidationRule.Level.allCases.map(\.rawValue)),
                summary: "The level of the rule.", defaultText: ValidationRule.Level.warning.rawValue,
                example: ValidationRule.Level.error.rawValue)
        }
    }
}

extension ConfigurationReading {
    /// Reads a rule of the project, or returns nil and reports errors.
    fileprivate mutating func convention(_ entry: YAMLNode.Entry) -> Convention? {
        guard isCode(entry) else { return nil }
        guard let entries = entry.value.entries else {
            report(
                .invalidValue(
                    "'\(entry.name)' cannot be \(entry.value.kind)", expecting: "the keys of, require, and message",
                    at: entry.value.position))
            return nil
        }
        let errorCount = diagnostics.count
        var nodes: [ConventionKey: YAMLNode] = [:]
        read(entries, ConventionKey.allCases, named: \.rawValue) { key, value, _ in nodes[key] = value }
        for key in ConventionKey.allCases where key.description.isRequired && nodes[key] == nil {
            report(
                .invalidValue(
                    "'\(entry.name)' has no '\(key.rawValue)'", expecting: key.description.form.expectation,
                    at: entry.position))
        }
        let subject: Convention.Subject? = word(nodes[.of], of: .of)
        let level: ValidationRule.Level? = word(nodes[.level], of: .level)
        let message = nodes[.message].flatMap { text($0, of: "message", expecting: "a string") }
        guard let node = nodes[.require], let requirement = text(node, of: "require", expecting: "a predicate"),
            let subject, let message, errorCount == diagnostics.count
        else { return nil }
        do throws(Convention.RequirementError) {
            return try Convention(
                code: Diagnostic.Code(entry.name), of: subject, requirement: requirement, message: message,
                level: level ?? .warning)
        } catch {
            report(.invalid(error, at: error.column.map(node.position(ofCharacter:)) ?? node.position))
            return nil
        }
    }

    private mutating func isCode(_ entry: YAMLNode.Entry) -> Bool {
        guard entry.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
            report(
                .invalidValue(
                    "'\(entry.name)' is not a valid rule code", expecting: "lowercase words with hyphens between them",
                    at: entry.position))
            return false
        }
        guard !RuleLevelSetting.rules.contains(where: { $0.code.rawValue == entry.name }) else {
            let expected = "a different code; set levels in the section rules"
            report(.invalidValue("rule '\(entry.name)' already exists", expecting: expected, at: entry.position))
            return false
        }
        return true
    }

    private mutating func word<Word: RawRepresentable<String>>(_ node: YAMLNode?, of key: ConventionKey) -> Word? {
        guard let node, case .choice(let words) = key.description.form,
            let text = text(node, of: key.rawValue, expecting: key.description.form.expectation)
        else { return nil }
        if let word = Word(rawValue: text) { return word }
        report(.unknownWord(text, of: key.rawValue, words: words, at: node.position))
        return nil
    }
}
