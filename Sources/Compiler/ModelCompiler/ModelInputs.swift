import FileAccess
import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import XCDataModel

/// The inputs of a model, before any checks. Together with the templates, they determine its diagnostics and code.
struct ModelInputs: Sendable {
    let request: GenerationRun.Request
    /// The name of the bundle, which is the same on every machine.
    let name: String
    /// The diagnostics about the bundle of the version.
    let bundleDiagnostics: [LocatedDiagnostic]
    /// The version to generate code for; nil if there is none to read.
    let version: ModelFile?
    /// All versions of the bundle, in natural order, if the code declares all of them; otherwise empty.
    let allVersions: [ModelFile]
    /// The bytes of the baseline; nil if there is none.
    let baseline: [UInt8]?

    /// The path of the model, as diagnostics show it.
    var path: String { request.path }
    var settings: ModelSettings { request.settings }

    /// Reads a model.
    ///
    /// - Throws: ``ProjectFileError`` if the baseline cannot be read. If the model cannot be read, the method reports a
    ///   diagnostic.
    init(_ request: GenerationRun.Request) throws(ProjectFileError) {
        self.request = request
        let path = request.path
        name = AbsolutePath.name(of: path)
        var found: [LocatedDiagnostic] = []
        version =
            request.containsNoModel
            ? nil : ModelBundle.currentVersion(at: path, into: &found).map(ModelFile.init(onDisk:))
        bundleDiagnostics = found
        let options = request.settings.generation.options
        let declaresAll = options.style == .swiftData && options.versions == .all && !request.containsNoModel
        var reportedBefore: [LocatedDiagnostic] = []
        allVersions =
            declaresAll ? ModelBundle.versions(at: path, into: &reportedBefore).map(ModelFile.init(onDisk:)) : []
        var baseline: [UInt8]?
        if version != nil, let path = request.settings.baselinePath { baseline = try ProjectFileError.reading(path) }
        self.baseline = baseline
    }
}
