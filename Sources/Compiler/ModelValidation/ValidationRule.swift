public import ModelDiagnostics

/// A rule that models must follow, with the level of its findings.
///
/// ```swift
/// for rule in ModelValidator.rules where rule.isMandatory {
///     print(rule.code, rule.summary)
/// }
/// ```
public struct ValidationRule: Sendable, Identifiable {
    /// The level of a rule's findings.
    public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
        /// The rule reports nothing.
        case off
        /// The findings are notes.
        case note
        /// The findings are warnings.
        case warning
        /// The findings are errors, so the model is not valid.
        case error

        /// The severity of the rule's diagnostics; nil if it is off.
        public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
    }

    /// A framework that a model can be meant for, with rules of its own.
    public enum Target: String, Sendable, Hashable, CaseIterable {
        /// Apple's SwiftData.
        case swiftData = "swiftdata"
    }

    /// The stable name of the rule, and the code of its diagnostics.
    public let code: Diagnostic.Code
    /// The level, unless an option or user info sets another one.
    public let defaultLevel: Level
    /// One sentence that describes the problem.
    public let summary: String
    /// Whether generated code relies on the rule, so nothing can lower its level.
    ///
    /// A model can come from an untrusted source, whose user info must not permit a name that is not an identifier.
    public let isMandatory: Bool
    /// The framework that the rule is about; nil for a rule about every model.
    public internal(set) var target: Target?
    /// Reports the elements of a model that break the rule.
    let check: @Sendable (ModelIndex, inout Findings) -> Void

    /// The ``code``.
    public var id: Diagnostic.Code { code }

    /// The rule without its check, for lists.
    package var listed: DiagnosticRule {
        DiagnosticRule(code, defaultLevel.severity, summary, isMandatory: isMandatory)
    }

    init(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping @Sendable (_ model: ModelIndex, _ findings: inout Findings) -> Void
    ) {
        self.code = Diagnostic.Code(code)
        self.defaultLevel = defaultLevel
        self.summary = summary
        self.isMandatory = isMandatory
        self.check = check
    }

    /// Checks one element of a model.
    typealias ElementCheck<Element> = @Sendable (Element, _ model: ModelIndex, _ findings: inout Findings) -> Void

    /// Creates a rule for single entities.
    static func forEachEntity(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping ElementCheck<EntityNode>
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for entity in model.entities { check(entity, model, &findings) }
        }
    }

    /// Creates a rule for single attributes, including those of composites.
    static func forEachAttribute(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping ElementCheck<AttributeNode>
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for entity in model.entities {
                for attribute in entity.attributes { check(attribute, model, &findings) }
            }
            for composite in model.composites {
                for attribute in composite.attributes { check(attribute, model, &findings) }
            }
        }
    }

    /// Creates a rule for single relationships.
    static func forEachRelationship(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping ElementCheck<RelationshipNode>
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for entity in model.entities {
                for relationship in entity.relationships { check(relationship, model, &findings) }
            }
        }
    }
}

/// The options for validating a model.
///
/// ```swift
/// let options = ValidationOptions(levels: [Diagnostic.Code("relationship-inverse-missing"): .error])
/// var diagnostics: [Diagnostic] = []
/// ModelValidator(options: options).validate(model, into: &diagnostics)
/// ```
public struct ValidationOptions: Sendable, Hashable {
    /// The levels that replace the defaults. A mandatory rule cannot be lowered.
    ///
    /// User info of an element (`modelgen.validate.<code>`) overrides these for the element and its contents.
    public var levels: [Diagnostic.Code: ValidationRule.Level]
    /// The project's own rules, which run after the others in this order.
    public var conventions: [Convention]
    /// The frameworks that the model is meant for, whose rules run.
    public var targets: Set<ValidationRule.Target>

    /// Creates options. Levels for unknown codes have no effect.
    public init(
        levels: [Diagnostic.Code: ValidationRule.Level] = [:], conventions: [Convention] = [],
        targets: Set<ValidationRule.Target> = []
    ) {
        self.levels = levels
        self.conventions = conventions
        self.targets = targets
    }
}
