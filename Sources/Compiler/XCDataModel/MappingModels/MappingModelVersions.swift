import FileAccess

/// Finds the versions of a model that a mapping model names.
///
/// ```swift
/// let mappingModelPath = folder.path(percentEncoded: false)
/// if let version = MappingModelVersions.folder(at: destinationPath, for: mappingModelPath) {
///     let bytes = try Data(contentsOf: URL(filePath: version + "/contents"))
///     print(bytes.count)
/// }
/// ```
public enum MappingModelVersions {
    /// Returns the folder of a version, with the extension `xcdatamodel`; nil if it does not exist.
    ///
    /// Mapping models contain the path of a version from the folder of their project. That folder is one of those
    /// around the mapping model. If files have moved, the end of the path is looked for in the same folders, with at
    /// least the name of the bundle and that of the version.
    ///
    /// - Parameters:
    ///   - path: The path in the mapping model.
    ///   - mappingModel: The absolute path of the mapping model.
    public static func folder(at path: String, for mappingModel: String) -> String? {
        let names = path.split(separator: "/").map(String.init)
        // A path with a folder above its own would lead anywhere.
        guard let version = names.last, version.hasSuffix(".xcdatamodel"), !names.contains("..") else { return nil }
        let isInBundle = names.dropLast().last?.hasSuffix(".xcdatamodeld") == true
        var folder = mappingModel.split(separator: "/").map(String.init).dropLast()
        while true {
            for count in stride(from: names.count, through: isInBundle ? 2 : 1, by: -1) {
                let candidate = "/" + (folder + names.suffix(count)).joined(separator: "/")
                if FileReader.itemExists(at: candidate + "/contents") { return candidate }
            }
            guard !folder.isEmpty else { return nil }
            folder.removeLast()
        }
    }
}
