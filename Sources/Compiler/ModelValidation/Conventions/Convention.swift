public import ModelDiagnostics
import ModelExpressions

/// A project's own rule: a requirement for every entity or property of its models.
///
/// The requirement is a predicate in the format language about an element, such as `name MATCHES '[A-Z].*'` or
/// `isTransient == YES OR userInfo.owner != NIL`.
///
/// ```swift
/// let convention = try Convention(
///     code: Diagnostic.Code("short-name"), of: .entities, requirement: "name.length < 5",
///     message: "the name has more than four letters")
/// let options = ValidationOptions(conventions: [convention])
/// ```
public struct Convention: Sendable, Hashable {
    /// The kind of elements that a requirement applies to.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        /// Entities, including abstract ones.
        case entities
        /// Attributes of entities and composites.
        case attributes
        /// Relationships.
        case relationships
        /// Attributes and relationships.
        case properties
    }

    /// The reason why a convention is invalid.
    public struct RequirementError: Error, Sendable, Hashable {
        /// The position in the requirement, in characters from 1; nil for the whole requirement.
        public var column: Int?
        /// The problem, as a clause.
        public var message: String
        /// A hint about how to fix it.
        public var hint: String
    }

    /// The name of the rule, and the code of its diagnostics.
    public let code: Diagnostic.Code
    /// The kind of elements that the requirement applies to.
    public let subject: Subject
    /// The requirement, as the project wrote it.
    public let requirement: String
    /// The message for an element that does not meet the requirement.
    public let message: String
    /// The level, unless user info sets another one.
    public let level: ValidationRule.Level
    private let predicate: ModelPredicate

    /// Parses the requirement, and checks its keys and the types in its comparisons.
    ///
    /// - Throws: ``RequirementError`` for the first problem with the requirement.
    public init(
        code: Diagnostic.Code, of subject: Subject, requirement: String, message: String,
        level: ValidationRule.Level = .warning
    ) throws(RequirementError) {
        self.code = code
        self.subject = subject
        self.requirement = requirement
        self.message = message
        self.level = level
        do {
            predicate = try ModelPredicate(format: requirement)
        } catch {
            throw RequirementError(column: error.column, message: error.message, hint: error.hint)
        }
        if let name = predicate.freeVariables.sorted().first {
            throw RequirementError(message: "variable '$\(name)' has no value", hint: "use it only inside SUBQUERY")
        }
        if let obstacle = RequirementObstacle(in: predicate) {
            throw RequirementError(column: obstacle.column, message: obstacle.message, hint: obstacle.hint)
        }
        let report = ModelElementSchema.check(predicate, of: subject)
        if let diagnostic = report.diagnostics.first {
            throw RequirementError(
                column: report.columns.first ?? nil, message: diagnostic.message,
                hint: diagnostic.hint ?? "use a key listed on the page 'Validating models'")
        }
    }

    /// The convention as a rule.
    var rule: ValidationRule {
        ValidationRule(code.rawValue, level, message) { model, findings in
            let evaluator = RequirementEvaluator(model)
            for element in ModelElement.all(subject, in: model) {
                let isMet = evaluator.isMet(predicate, by: element)
                guard !evaluator.isExhausted else {
                    return findings.reportError(
                        "the convention '\(code)' takes too many steps; it is not checked from here on",
                        at: element.path, hint: "use fewer SUBQUERY, ANY, and ALL inside each other")
                }
                if isMet { continue }
                findings.report("\(element.kindName) '\(element.path)': \(message)", at: element.path)
            }
        }
    }
}
