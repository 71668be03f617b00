public import ModelDiagnostics
public import ModelSchema

/// Judges whether a model makes sense: names resolve, inverses match, values fit their types.
///
/// ```swift
/// let document = XCDataModelReader().read(bytes, named: "Shop", into: &diagnostics)
/// ModelValidator().validate(document.model, into: &diagnostics)
/// ```
public struct ModelValidator: Sendable {
    /// What the project wants from the rules.
    public var options: ValidationOptions

    /// A validator; by default with the rules' own levels.
    public init(options: ValidationOptions = ValidationOptions()) { self.options = options }

    /// Every rule, in the order of the documentation: by family, then by weight.
    public static let rules: [ValidationRule] = ValidationRule.all

    /// The rule with a code, if there is one. O(*n*) in the number of rules.
    public static func rule(for code: Diagnostic.Code) -> ValidationRule? { rules.first { $0.code == code } }

    /// Reports everything that is wrong or doubtful in a model.
    ///
    /// The order is that of the rules, then of the file; the project's conventions come last. Near-linear in the size of
    /// the model, but for conventions that ask for more.
    ///
    /// - Parameter diagnostics: Receives the findings. An error that is already in it, from reading the model, is
    ///   not followed by another one at the same place.
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
