/// A file or a stream that a command could not write.
enum OutputError: Error, CustomStringConvertible {
    case unwritable(path: String, reason: String)

    var description: String {
        switch self {
        case .unwritable(let path, let reason): "'\(path)' cannot be written: \(reason)"
        }
    }
}
