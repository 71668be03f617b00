/// The place of a model, as seen from an output folder.
enum ModelLocation {
    /// Returns the path of a model from a folder, which contains a slash; nil if they are in different parts of the
    /// file system, whose names depend on the machine.
    static func path(of model: String, from folder: String) -> String? {
        guard model.hasPrefix("/"), folder.hasPrefix("/") else { return nil }
        let (start, end) = (components(of: folder), components(of: model))
        let sharedCount = zip(start, end).prefix { $0 == $1 }.count
        guard sharedCount > 0 else { return nil }
        let upCount = start.count - sharedCount
        let up: [Substring] = upCount == 0 ? ["."] : Array(repeating: "..", count: upCount)
        return (up + end[sharedCount...]).joined(separator: "/")
    }

    /// Returns the absolute path of a model with a path from a folder.
    static func absolutePath(of path: String, from folder: String) -> String {
        "/" + components(of: "\(folder)/\(path)").joined(separator: "/")
    }

    private static func components(of path: String) -> [Substring] {
        path.split(separator: "/").reduce(into: []) { components, component in
            switch component {
            case ".": break
            case "..": _ = components.popLast()
            default: components.append(component)
            }
        }
    }
}
