public import ModelDiagnostics
import ModelExpressions

/// A rule of a project's own: what every entity or property of its models must meet.
///
/// The requirement is a predicate of the format language on the elements of a model, such as
/// `name MATCHES '[A-Z].*'` or `isTransient == YES OR userInfo.owner != NIL`.
public struct Convention: Sendable, Hashable {
    /// What of a model a requirement is asked about.
    public enum Subject: String, Sendable, Hashable, CaseIterable {
        case entities
        /// Those of composites too.
        case attributes
        case relationships
        /// Attributes and relationships.
        case properties
    }

    /// Why a convention is none.
    public struct Failure: Error, Sendable, Hashable {
        /// Where in the requirement, in characters from 1; nil for all of it.
        public var column: Int?
        /// What is wrong, as a clause.
        public var message: String
        /// What to write instead.
        public var hint: String
    }

    /// The name of the rule, which its diagnostics carry.
    public let code: Diagnostic.Code
    /// What the requirement is asked about.
    public let subject: Subject
    /// What must be true, as it is written.
    public let requirement: String
    /// What is said of an element that does not meet the requirement.
    public let message: String
    /// The level that holds where no user info says otherwise.
    public let level: ValidationRule.Level
    private let predicate: ModelPredicate

    /// Reads the requirement, and checks its keys and the types of what it compares.
    public init(
        code: Diagnostic.Code, of subject: Subject, requirement: String, message: String,
        level: ValidationRule.Level = .warning
    ) throws(Failure) {
        self.code = code
        self.subject = subject
        self.requirement = requirement
        self.message = message
        self.level = level
        do {
            predicate = try ModelPredicate(format: requirement)
        } catch {
            throw Failure(column: error.column, message: error.message, hint: error.hint)
        }
        if let name = predicate.freeVariables.sorted().first {
            throw Failure(message: "variable '$\(name)' has no value", hint: "use it only inside SUBQUERY")
        }
        if let obstacle = RequirementObstacle(in: predicate) {
            throw Failure(column: obstacle.column, message: obstacle.message, hint: obstacle.hint)
        }
        let report = ModelElementSchema.check(predicate, of: subject)
        if let diagnostic = report.diagnostics.first {
            throw Failure(
                column: report.columns.first ?? nil, message: diagnostic.message,
                hint: diagnostic.hint ?? "use a key listed on the page 'Validating models'")
        }
    }

    /// The convention as a rule among the others.
    var rule: ValidationRule {
        ValidationRule(code.rawValue, level, message) { model, findings in
            let evaluator = RequirementEvaluator(model)
            for element in ModelElement.all(subject, in: model) where !evaluator.isMet(predicate, by: element) {
                findings.report("\(element.kindName) '\(element.path)': \(message)", at: element.path)
            }
        }
    }
}
