import GeneratedOutput
import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelEvolution
import ModelText
import ModelValidation
import StencilTemplates
import XCDataModel

/// All rules of the tool, in the order of the documentation.
public enum KnownRules {
    /// The rules by code.
    public static let all: [DiagnosticRule] =
        XCDataModelReader.rules
        + ModelValidator.rules.map { DiagnosticRule($0.code, $0.defaultLevel.severity, $0.summary) }
        + EvolutionRule.all.map { DiagnosticRule($0.code, $0.defaultLevel.severity, $0.summary) }
        + CodeGenerator.rules + TemplateFailure.rules + OutputRules.all + ConfigurationReader.rules
        + [.baselineOutdated] + ModelTextReader.rules + [
            .compilationImpossible, .compilationUncertain, .compiledModelUnreadable, .mappingModelVersionMissing,
        ]
}

extension DiagnosticRule {
    static let baselineOutdated = Self("baseline-outdated", .note, "A baseline accepts findings that no longer occur.")
    /// A model that cannot be compiled.
    package static let compilationImpossible = Self(
        "compilation-impossible", .error, "A part of a model cannot be compiled.")
    /// A form that no known file of Apple's compiler contains.
    package static let compilationUncertain = Self(
        "compilation-uncertain", .warning, "The form of a part of a model in compiled models is not known.")
    /// A compiled model or mapping model that cannot be read.
    package static let compiledModelUnreadable = Self(
        "compiled-model-unreadable", .error, "A compiled model or mapping model cannot be read.")
    /// A mapping model without one of its versions.
    package static let mappingModelVersionMissing = Self(
        "mapping-model-version-missing", .error, "A version that a mapping model is for does not exist.")
}

extension Diagnostic {
    static func outdatedBaseline(goneCount: Int) -> Self {
        let subject =
            goneCount == 1 ? "1 accepted finding no longer occurs" : "\(goneCount) accepted findings no longer occur"
        return Diagnostic(
            .baselineOutdated, subject, at: .file,
            hint: "update the baseline: run modelgen validate with --write-baseline")
    }
}
