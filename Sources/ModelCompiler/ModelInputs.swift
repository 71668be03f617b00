import FileAccess
import GeneratedOutput
import ModelValidation
import XCDataModel

/// The bytes that a model's diagnostics and code follow from, besides settings and templates.
struct ModelInputs: Sendable {
    /// The version that code is generated for.
    let source: ModelSource
    /// What stands in its `contents`, or why that cannot be read.
    let contents: Result<[UInt8], FileFailure>
    /// What the baseline holds; nil where there is none.
    let baseline: [UInt8]?

    /// - Throws: ``FileProblem`` when the baseline cannot be read.
    init(_ source: ModelSource, settings: ModelSettings) throws(FileProblem) {
        self.source = source
        contents = ModelLoader().contents(of: source)
        guard let path = settings.baselinePath else {
            baseline = nil
            return
        }
        baseline = try FileProblem.reading(path)
    }
}
