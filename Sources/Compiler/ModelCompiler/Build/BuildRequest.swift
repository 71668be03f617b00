import Foundation

/// A request of the build tool plugin: the code of one model for one target.
///
/// It is a file because a folder of templates can contain more names than fit on a command line. The file is also an
/// input of the build's command, so that the command runs again if the request changes.
///
/// Both the plugin and the tool are built from this file. All paths are absolute.
struct BuildRequest: Codable {
    /// The path of the model's bundle.
    var model: String
    /// The path of its `modelgen.yml`; nil if there is none.
    var configuration: String?
    /// The folder for the generated file.
    var output: String
    /// Whether other modules can import the code. Otherwise it is internal, unless a configuration specifies a
    /// different access level.
    var isImportable: Bool
    /// The known inputs of the command.
    var inputs: [String]
    /// The path of the ``InputStamp``, which is also an input.
    var stamp: String
    /// The folder with the mark of the ``BuildPlan``; nil if the plan needs none.
    var plan: String?
    /// The Swift sources of the target if classes in them declare properties with `@NSManaged`; they are also inputs.
    var sources: [String]?
    /// The inputs of the build plan.
    var watched: [String] = []

    /// Reads a request.
    init(readingFrom url: URL) throws {
        self = try JSONDecoder().decode(BuildRequest.self, from: Data(contentsOf: url))
    }

    init(model: String, configuration: String?, output: String, isImportable: Bool, inputs: [String], stamp: String) {
        self.model = model
        self.configuration = configuration
        self.output = output
        self.isImportable = isImportable
        self.inputs = inputs
        self.stamp = stamp
    }

    /// Writes the request, unless the file already contains it, because the build treats a new date as a change.
    func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        try WorkFile(url: url).check()
        guard (try? Data(contentsOf: url)) != bytes else { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url, options: .atomic)
    }
}
