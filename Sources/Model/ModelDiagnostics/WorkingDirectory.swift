/// The folder for relative paths in reports, so a report is the same on every machine.
///
/// ```swift
/// let folder = WorkingDirectory(path: "/code/library")
/// let inside = folder.shortenedPath(of: "/code/library/Models/Library.xcdatamodeld")
/// let outside = folder.relativePath(of: "/code/shop/Shop.xcdatamodeld")
/// print(inside, outside)  // Models/Library.xcdatamodeld ../shop/Shop.xcdatamodeld
/// ```
public struct WorkingDirectory: Sendable, Hashable {
    /// The absolute path, without a slash at its end.
    public let path: String
    private let components: [Substring]

    /// - Parameter path: An absolute path without `.` and `..`.
    public init(path: String) {
        components = path.split(separator: "/")
        self.path = "/" + components.joined(separator: "/")
    }

    /// Returns the path relative to this folder if the file is below it; otherwise, the same path.
    public func shortenedPath(of file: String) -> String {
        let parts = file.split(separator: "/")
        guard file.hasPrefix("/"), parts.count > components.count, parts.starts(with: components) else { return file }
        return parts[components.count...].joined(separator: "/")
    }

    /// Returns the path relative to this folder, with `..` if the file is outside. A relative path does not change.
    public func relativePath(of file: String) -> String {
        guard file.hasPrefix("/") else { return file }
        let parts = file.split(separator: "/")
        let shared = zip(parts, components).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: components.count - shared) + parts[shared...]
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}
