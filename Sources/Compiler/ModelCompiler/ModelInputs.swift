import FileAccess
import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import XCDataModel

/// The inputs of a model, before any checks. Together with the templates, they determine its diagnostics and code.
struct ModelInputs: Sendable {
    /// The version to generate code for.
    struct Version: Sendable {
        let source: ModelSource
        /// The bytes of its `contents` file, or the reason why they cannot be read.
        let contents: Result<[UInt8], FileFailure>
    }

    /// The path of the model, as diagnostics show it.
    let path: String
    /// The name of the bundle, which is the same on every machine.
    let name: String
    let settings: ModelSettings
    /// The diagnostics about the bundle of the version.
    let bundleDiagnostics: [LocatedDiagnostic]
    /// The version; nil if there is none to read.
    let version: Version?
    /// All versions of the bundle, in natural order, if the code declares all of them; otherwise empty.
    let allVersions: [Version]
    /// The names of the versions that were released, whose code is frozen.
    let releasedNames: Set<String>
    /// The bytes of the baseline; nil if there is none.
    let baseline: [UInt8]?
    /// Whether the inputs represent a folder without models.
    let holdsNoModel: Bool

    /// Reads a model.
    ///
    /// - Throws: ``FileProblem`` if the baseline cannot be read. If the model cannot be read, the method reports a
    ///   diagnostic.
    init(
        readingFrom path: String, settings: ModelSettings, releasedNames: Set<String> = []
    ) throws(FileProblem) {
        self.releasedNames = releasedNames
        self.path = path
        self.settings = settings
        name = AbsolutePath.name(of: path)
        holdsNoModel = false
        var found: [LocatedDiagnostic] = []
        version = ModelBundle.currentVersion(at: path, into: &found)
            .map { Version(source: $0, contents: ModelLoader().contents(of: $0)) }
        bundleDiagnostics = found
        let options = settings.generation.options
        var reportedBefore: [LocatedDiagnostic] = []
        allVersions =
            options.style == .swiftData && options.versions == .all
            ? ModelBundle.versions(at: path, into: &reportedBefore)
                .map { Version(source: $0, contents: ModelLoader().contents(of: $0)) } : []
        var baseline: [UInt8]?
        if version != nil, let path = settings.baselinePath { baseline = try FileProblem.reading(path) }
        self.baseline = baseline
    }

    /// Creates the inputs for a folder without models.
    init(ofNoneIn folder: String, settings: ModelSettings) {
        path = folder
        self.settings = settings
        name = AbsolutePath.name(of: folder)
        holdsNoModel = true
        bundleDiagnostics = []
        version = nil
        allVersions = []
        releasedNames = []
        baseline = nil
    }
}
