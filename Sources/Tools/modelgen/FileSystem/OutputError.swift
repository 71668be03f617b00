/// A file or folder that a command cannot create.
enum OutputError: Error, CustomStringConvertible {
    case unwritable(path: String, reason: String)
    case present(path: String)

    var description: String {
        switch self {
        case .unwritable(let path, let reason): "'\(path)' cannot be written: \(reason)"
        case .present(let path): "'\(path)' already exists with different content; replace it with --force"
        }
    }
}
