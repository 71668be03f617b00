import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelConfiguration
public import ModelDiagnostics
import ModelText
import ModelValidation
import StencilTemplates
import XCDataModel

/// All rules of the tool, in the order of the documentation.
///
/// ```swift
/// for rule in KnownRules.all { print(rule.code, rule.summary) }
/// ```
public enum KnownRules {
    /// The rules by code.
    public static let all: [DiagnosticRule] =
        XCDataModelReader.rules + RuleLevelSetting.rules + CodeGenerator.rules + TemplateError.rules + OutputRules.all
        + ConfigurationReader.rules + [.baselineStale] + ModelTextReader.rules + [
            .compilationImpossible, .compilationUncertain, .compiledModelUnreadable, .mappingModelVersionMissing,
        ] + DiagnosticRule.portingRules
}
