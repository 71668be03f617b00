import FileAccess
import ModelDiagnostics
import XCDataModel

/// What is read of a model before anything is judged: besides the templates, all that its diagnostics and code follow from.
struct ModelInputs: Sendable {
    /// The version that code is generated for.
    struct Version: Sendable {
        let source: ModelSource
        /// The bytes of its `contents`, or why they cannot be read.
        let contents: Result<[UInt8], FileFailure>
    }

    /// Where the model lies, as diagnostics show it.
    let path: String
    /// The name of the bundle, which says the same on every machine.
    let name: String
    let settings: ModelSettings
    /// What there is to say about the bundle around the version.
    let bundleDiagnostics: [LocatedDiagnostic]
    /// Nil where there is no version to read.
    let version: Version?
    /// The bytes of the baseline; nil where there is none.
    let baseline: [UInt8]?
    /// Whether it stands for a folder without models.
    let holdsNoModel: Bool

    /// Reads a model.
    ///
    /// - Throws: ``FileProblem`` when the baseline cannot be read. That the model cannot be read is a diagnostic.
    init(readingFrom path: String, settings: ModelSettings) throws(FileProblem) {
        self.path = path
        self.settings = settings
        name = AbsolutePath.name(of: path)
        holdsNoModel = false
        var found: [LocatedDiagnostic] = []
        version = ModelBundle.currentVersion(at: path, into: &found)
            .map { Version(source: $0, contents: ModelLoader().contents(of: $0)) }
        bundleDiagnostics = found
        var baseline: [UInt8]?
        if version != nil, let path = settings.baselinePath { baseline = try FileProblem.reading(path) }
        self.baseline = baseline
    }

    /// What stands for the models of a folder that holds none.
    init(ofNoneIn folder: String, settings: ModelSettings) {
        path = folder
        self.settings = settings
        name = AbsolutePath.name(of: folder)
        holdsNoModel = true
        bundleDiagnostics = []
        version = nil
        baseline = nil
    }
}
