extension FileWriter {
    /// The path of the file that writing to a path would create or replace, with links followed, also those without a
    /// destination; nil for a device, a pipe, a stream of the process, or a place where nothing can be written.
    package static func destination(of path: String) -> String? {
        guard let place = try? WritingPlace(path) else { return nil }
        return switch place {
        case .missing(let path), .file(let path, _): path
        case .stream, .descriptor: nil
        }
    }
}
