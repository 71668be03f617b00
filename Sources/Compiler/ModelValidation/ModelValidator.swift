public import ModelDiagnostics
public import ModelSchema

/// Checks a model by rules: for example, that names resolve, inverses match, and values fit their types.
///
/// ```swift
/// var diagnostics: [Diagnostic] = []
/// if let document = XCDataModelReader().read(bytes, named: "Shop", into: &diagnostics) {
///     ModelValidator().validate(document.model, into: &diagnostics)
/// }
/// ```
public struct ModelValidator: Sendable {
    /// The project's settings for the rules.
    public var options: ValidationOptions

    /// Creates a validator, by default with the default levels of the rules.
    public init(options: ValidationOptions = ValidationOptions()) { self.options = options }

    /// All rules in the order of the documentation: by family, then by importance.
    public static let rules: [ValidationRule] = ValidationRule.all

    /// Returns the rule with a code; nil if there is none. O(*n*) in the number of rules.
    public static func rule(for code: Diagnostic.Code) -> ValidationRule? { rules.first { $0.code == code } }

    /// Reports the problems of a model.
    ///
    /// The findings have the order of the rules, then of the file. Findings of the project's conventions are last. The
    /// time is nearly linear in the size of the model, except for conventions with nested loops.
    ///
    /// - Parameter diagnostics: Receives the findings. If it already contains an error from reading the model, the
    ///   method reports no other error for the same element.
    public func validate(_ model: Model, into diagnostics: inout [Diagnostic]) {
        let index = ModelIndex(model)
        let settings = LevelSettings(options, userInfoOf: index)
        let known = Self.placesOfErrors(in: diagnostics)
        let rules = Self.rules + options.conventions.map(\.rule)
        var findings = Findings(rules: rules, settings: settings, knownErrors: known)
        for rule in rules where settings.isInUse(rule) {
            findings.begin(rule)
            rule.check(index, &findings)
        }
        diagnostics += findings.diagnostics
    }

    private static func placesOfErrors(in diagnostics: [Diagnostic]) -> Set<SchemaPath> {
        var places: Set<SchemaPath> = []
        for diagnostic in diagnostics where diagnostic.severity == .error {
            if case .schema(let path) = diagnostic.anchor { places.insert(path) }
        }
        return places
    }
}
