import Foundation

/// What the build tool plugin asks the tool for: the code of one model, for one target.
///
/// It is a file, since a command line has less room than a folder of templates may have names; and the file is an input of
/// the build's command, so that the command runs again when it asks for something else.
///
/// Both the plugin and the tool are built from this file. All paths are absolute.
struct BuildRequest: Codable {
    /// The model's bundle.
    var model: String
    /// The `modelgen.yml` that holds for it; nil if none does.
    var configuration: String?
    /// The folder for the generated file.
    var output: String
    /// Whether other modules may use the code: what is generated for one that cannot be imported is internal unless a
    /// configuration says otherwise.
    var isImportable: Bool
    /// What the build knows as inputs of the command.
    var inputs: [String]
    /// An input for its own sake, see ``InputStamp``.
    var stamp: String
    /// The folder with the mark of the build plan, see ``BuildPlan``; nil if the plan needs none.
    var plan: String?
    /// What the build plan was made from.
    var watched: [String] = []

    /// Reads what ``write(to:)`` wrote.
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

    /// Writes the request, unless the file has it already: the build would take another date for a change.
    func write(to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = try encoder.encode(self)
        guard (try? Data(contentsOf: url)) != bytes else { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url, options: .atomic)
    }
}
