import FileAccess

/// Something stands in a file's place that is none: a pipe keeps whoever opens it waiting, and what is written to a device
/// harms the machine.
struct NotAFile: Error, CustomStringConvertible {
    let kind: FileKind

    var description: String { kind.reason }

    /// Refuses what stands at a path, with links followed, unless it is a file. Nothing is opened.
    static func check(_ path: String) throws(NotAFile) {
        guard let kind = FileKind(at: path), kind != .regular else { return }
        throw NotAFile(kind: kind)
    }

    /// Refuses what was opened, unless it is a file.
    static func check(_ descriptor: Int32) throws(NotAFile) {
        guard let kind = FileKind(descriptor: descriptor), kind != .regular else { return }
        throw NotAFile(kind: kind)
    }
}

/// Something failed that could be neither completed nor taken back: a crash of the machine decides whether it has happened.
struct UncertainOutcome: Error, CustomStringConvertible {
    var reason: any Error

    var description: String { "\(reason)" }
}
