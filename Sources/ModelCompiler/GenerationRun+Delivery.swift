import FileAccess
package import GeneratedOutput
import ModelDiagnostics

extension GenerationRun {
    /// Compares the output folders with what models generate, and makes them so.
    ///
    /// - Parameters:
    ///   - models: The models of the run, checked.
    ///   - policy: What may be done to the folders.
    ///   - cache: Where to remember what is generated.
    ///   - progress: Is told how many models are done.
    ///   - isAccepted: Whether to carry the plans out; is asked again when another process has been at the folders
    ///     meanwhile, since they are then looked at anew.
    /// - Returns: The plans, carried out where they were accepted.
    /// - Throws: `FileFailure`, and nothing has changed; `TemplateFailure` when a template cannot be rendered.
    package static func deliver(
        _ models: [CheckedModel], policy: OutputPolicy, cache: GenerationCache?,
        progress: (_ doneCount: Int) -> Void = { _ in }, isAccepted: (_ plans: [FolderPlan]) throws -> Bool
    ) async throws -> [FolderPlan] {
        var folder = ""
        for _ in 0..<10 {
            let plans = try await plans(for: models, policy: policy, cache: cache, progress: progress)
            if try !isAccepted(plans) || OutputTransaction.carryOut(plans) { return plans }
            folder = plans.first?.folder ?? ""
        }
        throw FileFailure(path: folder, step: "written", reason: "other processes keep changing it")
    }
}
