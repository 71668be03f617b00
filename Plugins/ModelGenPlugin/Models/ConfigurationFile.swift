import Foundation

/// A `modelgen.yml`, as far as the build has to know it: which models it names, and which files it leads to.
struct ConfigurationFile {
    static let name = "modelgen.yml"

    /// Keys whose values the build has to know.
    private static let keysToRead: Set = [
        "models", "models.path", "generate", "models.generate", "generate.classes", "models.generate.classes",
        "generate.templates", "models.generate.templates", "baseline",
    ]

    let url: URL
    private let text: ConfigurationText

    /// The file in a folder; nil where there is none.
    init?(in folder: URL) throws {
        url = folder.appending(path: Self.name, directoryHint: .notDirectory)
        guard url.exists else { return nil }
        text = ConfigurationText(try String(contentsOf: url, encoding: .utf8))
        for value in text.values where Self.keysToRead.contains(value.key) && value.isForTool {
            throw failure(
                value.text.hasPrefix("{")
                    ? "the build plugin does not support braces; write each key of '\(value.key)' on its own line"
                    : "the build plugin cannot read the value of '\(value.key)'; write it as plain text, in quotes, or "
                        + "as a list of such texts",
                line: value.line)
        }
    }

    /// The file that holds for a model: beside it, or in the nearest folder around it, up to the package's.
    init?(nearestTo model: URL, in package: URL) throws {
        guard let place = Self.place(nearestTo: model, in: package),
            let found = try ConfigurationFile(in: place.deletingLastPathComponent())
        else { return nil }
        self = found
    }

    /// The place of the file that holds for a model, whatever is in it; nil for none.
    static func place(nearestTo model: URL, in package: URL) -> URL? {
        var folder = model.deletingLastPathComponent()
        while folder.isWithin(package) {
            let place = folder.appending(path: name, directoryHint: .notDirectory)
            if place.exists { return place }
            folder = folder.deletingLastPathComponent()
        }
        return nil
    }

    /// The folders around a target's folder in which a configuration for its models may be added, which changes the
    /// dates of these folders: up to the folder of the configuration that holds now, or the package's.
    ///
    /// The package's folder is among them even if it is the target's own.
    static func foldersToWatch(above folder: URL, until configuration: ConfigurationFile?, in package: URL) -> [URL] {
        let end = configuration?.url.deletingLastPathComponent()
        if let end, end.isWithin(folder) { return [] }
        if folder.filePath == package.filePath { return [package] }
        var folders: [URL] = []
        var next = folder.deletingLastPathComponent()
        while next.isWithin(package), next.filePath != end?.filePath {
            folders.append(next)
            next = next.deletingLastPathComponent()
        }
        return folders
    }

    /// The models that it names.
    var models: [URL] {
        get throws {
            try modelValues.flatMap { value -> [URL] in
                let place = self.place(value)
                guard place.exists else {
                    throw failure("there is no model at '\(value.text)', relative to this file", line: value.line)
                }
                if ModelBundle.isModel(place) { return [place] }
                let found = ModelFolder(place).search()
                if let problem = found.problems.first { throw failure(problem, line: value.line) }
                return found.bundles.filter(ModelBundle.isModel)
            }
        }
    }

    /// Whether it names any.
    var namesModels: Bool { !modelValues.isEmpty }

    /// Whether the classes of entities can be written by hand, with `@NSManaged`.
    var hasHandwrittenClasses: Bool {
        ["generate.classes", "models.generate.classes"].flatMap(values)
            .contains { ["handwritten", "xcode"].contains($0.text) }
    }

    /// The file itself, and every file it names that affects what is generated or reported.
    var inputs: [URL] {
        let templates = ["generate.templates", "models.generate.templates"].flatMap(values).map(place)
        let baselines = values(of: "baseline").map(place)
        return [url] + templates.flatMap(Self.templates) + baselines.filter(\.exists)
    }

    /// The templates in a folder, or a template with those beside it, which it can include.
    ///
    /// A folder as well as its files: its date changes when a file is added.
    private static func templates(at place: URL) -> [URL] {
        guard place.exists else { return [] }
        if place.isFolder { return [place] + place.filesWithin }
        let folder = place.deletingLastPathComponent()
        let others = folder.visibleNames.filter { $0.hasSuffix(".stencil") && $0 != place.lastPathComponent }
        return [place, folder] + others.map { folder.appending(path: $0, directoryHint: .notDirectory) }
    }

    private var modelValues: [ConfigurationText.Value] {
        text.values.filter { ["models", "models.path"].contains($0.key) }
    }

    private func values(of key: String) -> [ConfigurationText.Value] {
        text.values.filter { $0.key == key }
    }

    private func place(_ value: ConfigurationText.Value) -> URL {
        URL(filePath: value.text, relativeTo: url.deletingLastPathComponent()).standardizedFileURL
    }

    private func failure(_ message: String, line: Int) -> PluginError {
        PluginError("\(url.filePath):\(line): error: \(message)")
    }
}
