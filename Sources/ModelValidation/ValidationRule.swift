public import ModelDiagnostics

/// One thing that can be wrong with a model, and how much it matters.
public struct ValidationRule: Sendable, Identifiable {
    /// How loudly a rule speaks.
    public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
        case off, note, warning, error

        /// The severity of the rule's diagnostics, or nil when it is off.
        public var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
    }

    /// The stable name of the rule, which its diagnostics carry.
    public let code: Diagnostic.Code
    /// The level that holds where no option and no user info says otherwise.
    public let defaultLevel: Level
    /// What the rule reports, as one sentence.
    public let summary: String
    /// Whether generated code relies on the rule, so nothing can lower it.
    ///
    /// A model may come from a stranger: its own user info must not let a name that is not an identifier through.
    public let isMandatory: Bool
    /// Looks at the whole model and reports each place that breaks the rule.
    let check: @Sendable (ModelIndex, inout Findings) -> Void

    /// The same as ``code``.
    public var id: Diagnostic.Code { code }

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
}

extension ValidationRule {
    /// A rule about each entity by itself.
    static func forEachEntity(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping @Sendable (_ entity: EntityNode, _ model: ModelIndex, _ findings: inout Findings) -> Void
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for entity in model.entities { check(entity, model, &findings) }
        }
    }

    /// A rule about each attribute by itself, those of composites included.
    static func forEachAttribute(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check: @escaping @Sendable (_ attribute: AttributeNode, _ model: ModelIndex, _ findings: inout Findings) -> Void
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

    /// A rule about each relationship by itself.
    static func forEachRelationship(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = false,
        check:
            @escaping @Sendable (
                _ relationship: RelationshipNode, _ model: ModelIndex, _ findings: inout Findings
            ) -> Void
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for entity in model.entities {
                for relationship in entity.relationships { check(relationship, model, &findings) }
            }
        }
    }
}

/// What a project wants from the rules.
public struct ValidationOptions: Sendable, Hashable {
    /// Levels that replace the rules' own. A mandatory rule cannot be lowered.
    ///
    /// User info on an element (`modelgen.validate.<code>`) wins over these for that element and what is inside it.
    public var levels: [Diagnostic.Code: ValidationRule.Level]
    /// Rules of the project's own, which come after the others, in this order.
    public var conventions: [Convention]

    /// Levels by code; those of rules that there are none of say nothing.
    public init(levels: [Diagnostic.Code: ValidationRule.Level] = [:], conventions: [Convention] = []) {
        self.levels = levels
        self.conventions = conventions
    }
}
