/// The folder that paths are shown relative to, so that a report says the same on every machine.
public struct WorkingFolder: Sendable, Hashable {
    /// An absolute path, without a slash at its end.
    public let path: String
    private let components: [Substring]

    /// - Parameter path: An absolute path without `.` and `..`.
    public init(path: String) {
        components = path.split(separator: "/")
        self.path = "/" + components.joined(separator: "/")
    }

    /// The path from this folder when the file lies below it, else the path as it is.
    public func shortened(_ file: String) -> String {
        let parts = file.split(separator: "/")
        guard file.hasPrefix("/"), parts.count > components.count, parts.starts(with: components) else { return file }
        return parts[components.count...].joined(separator: "/")
    }

    /// The path from this folder, with `..` where the file lies outside; a path that is relative stays as it is.
    public func relative(_ file: String) -> String {
        guard file.hasPrefix("/") else { return file }
        let parts = file.split(separator: "/")
        let shared = zip(parts, components).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: components.count - shared) + parts[shared...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
